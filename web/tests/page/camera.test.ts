// Where the board looks: never beyond the sheet, at what is asked, so near that counters can be read.

import type { Page } from '@playwright/test';
import type { Board, Created, State } from '../../src/wire';
import { type Box, inside, seen, toWindow } from '../../src/board/camera';
import { about, hexes, inHand } from '../../src/lib/choosing';
import { type Sight, act, boardOf, boardReady, centreOf, create, expect, importPosition, openTable, positionWhere, post, seatToken, sight, stateOf, takeSeat, test } from './helper';

/** How far the window reaches beyond the sheet, in pixels, along sides on which the sheet is the longer one. */
function overhang({ camera, view }: Sight, { drawing }: Board): number {
  const [left, top, width, height] = drawing.view_box;
  const sheet: Box = { left, top, right: left + width, bottom: top + height };
  const box = seen(camera, view);
  const wide = box.right - box.left < width ? Math.max(sheet.left - box.left, box.right - sheet.right) : 0;
  const high = box.bottom - box.top < height ? Math.max(sheet.top - box.top, box.bottom - sheet.bottom) : 0;
  return Math.max(0, wide, high) * camera.scale;
}

/** The hexes that a state asks its viewer about. */
function askedOf(state: State): string[] {
  const where = new Map(state.scene.pieces.map((piece) => [piece.id, piece.hex]));
  return [...hexes(about(state.choices, inHand(state.choices)), (id) => where.get(id))];
}

/** The hexes that are not wholly seen, from corner to corner. */
function outOfView({ camera, view }: Sight, board: Board, ids: string[]): string[] {
  return ids.filter((id) => !inside(seen(camera, view), centreOf(board, id), board.hex.size));
}

async function follow(page: Page, how: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Follow the action').selectOption(how);
  await page.keyboard.press('Escape');
}

test('the first view of every scenario shows units that can be read, and nothing beyond the sheet', async ({ page, server }) => {
  const { games } = (await (await fetch(`${server}/api/catalogue`)).json()) as { games: { scenarios: { id: string }[] }[] };
  for (const { id } of games.flatMap((game) => game.scenarios)) {
    const { yours } = await create(server, id, {}, 'link');
    const state = await stateOf(server, yours);
    await page.goto('about:blank');
    await openTable(page, server, yours);
    const board = await boardOf(server, state.scene.map);
    const now = await sight(page);
    expect(overhang(now, board), id).toBeLessThan(1);
    const asked = askedOf(state);
    expect(outOfView(now, board, asked), id).toEqual([]);
    if (asked.length > 0) continue;
    // Nothing is asked: counters are as long as a finger is wide, and most of them are seen.
    expect(board.hex.size * now.camera.scale, id).toBeGreaterThanOrEqual(35.9);
    const units = state.scene.pieces.flatMap(({ hex }) => hex ?? []);
    // In Tail Strike the other side sets up first, and nobody stands on the map yet.
    if (units.length > 0) expect(outOfView(now, board, units).length, id).toBeLessThan(units.length / 2);
  }
});

test('in San Lazzaro all units and both objectives are seen from the first moment', async ({ page, server }) => {
  const { yours } = await create(server, 'piacenza/san-lazzaro', {}, 'link');
  const { scene } = await stateOf(server, yours);
  await openTable(page, server, yours);
  const board = await boardOf(server, scene.map);
  const now = await sight(page);
  const places = [...scene.pieces.flatMap(({ hex }) => hex ?? []), ...scene.control.map(({ hex }) => hex)];
  expect(outOfView(now, board, places)).toEqual([]);
});

test('however one drags, turns the wheel and presses keys, nothing beyond the sheet is seen', async ({ page, server }) => {
  const { yours } = await create(server, 'piacenza/san-lazzaro', {}, 'link');
  await openTable(page, server, yours);
  const board = await boardOf(server, 'piacenza');
  const frame = (await page.getByTestId('board').boundingBox())!;
  const [cx, cy] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const drag = async (dx: number, dy: number) => {
    await page.mouse.move(cx, cy);
    await page.mouse.down();
    await page.mouse.move(cx + dx / 2, cy + dy / 2);
    await page.mouse.move(cx + dx, cy + dy);
    await page.mouse.up();
  };
  for (const [dx, dy] of [[400, 350], [400, 350], [400, 350], [400, 350], [-480, 0], [-480, -380], [-480, -380], [-480, -380], [-480, -380], [-480, -380], [-480, -380]] as const) {
    await drag(dx, dy);
    expect(overhang(await sight(page), board)).toBeLessThan(1);
  }
  await page.mouse.move(cx, cy);
  for (let i = 0; i < 12; i++) {
    await page.mouse.wheel(0, 240);
    expect(overhang(await sight(page), board)).toBeLessThan(1);
  }
  // So small that all of it is seen, and no smaller.
  const [, , width, height] = board.drawing.view_box;
  await expect.poll(async () => (await sight(page)).camera.scale).toBeCloseTo(Math.min(frame.width / width, frame.height / height), 3);
  await page.getByTestId('board').focus();
  for (const key of ['+', '+', '+', '+', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', '-', '-', '-', '-', '-']) {
    await page.keyboard.press(key);
    expect(overhang(await sight(page), board)).toBeLessThan(1);
  }
});

test('the whole sheet with everything printed on it is one key away, and the units by the same key', async ({ page, server }) => {
  const { yours } = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, yours);
  const board = await boardOf(server, 'goito');
  const before = (await sight(page)).camera;
  await page.keyboard.press('0');
  await expect.poll(async () => (await sight(page)).camera.scale).toBeLessThan(before.scale * 0.9);
  const { camera, view } = await sight(page);
  const [left, top, width, height] = board.drawing.view_box;
  for (const corner of [
    { x: left, y: top },
    { x: left + width, y: top + height },
  ]) {
    const at = toWindow(camera, view, corner);
    expect(at.x).toBeGreaterThanOrEqual(-1);
    expect(at.y).toBeGreaterThanOrEqual(-1);
    expect(at.x).toBeLessThanOrEqual(view.width + 1);
    expect(at.y).toBeLessThanOrEqual(view.height + 1);
  }
  await page.keyboard.press('0');
  await expect.poll(async () => (await sight(page)).camera.scale).toBeCloseTo(before.scale, 3);
});

test('whatever is asked is in view, at the zoom that the player has chosen', async ({ page, server }) => {
  test.setTimeout(240_000);
  const created = await create(server, 'piacenza/san-lazzaro', {}, 'link');
  const tokens = [created.yours, await takeSeat(server, created, 1)];
  await openTable(page, server, created.yours);
  const board = await boardOf(server, 'piacenza');
  const prompt = page.getByTestId('prompt');
  let own = 0;
  let wider = 0;
  for (let i = 0; i < 70; i++) {
    const seat = (await stateOf(server, created.yours)).status.decide[0]!;
    const state = await stateOf(server, tokens[seat]!);
    if (seat === 0) {
      const asked = askedOf(state);
      await expect(prompt).toHaveText(new RegExp(`^${state.status.prompt.sentence.replace(/[^A-Za-z0-9 ]/g, '.')}`));
      await expect.poll(async () => outOfView(await sight(page), board, asked), { message: `${i}: ${state.status.prompt.sentence}` }).toEqual([]);
      const { scale } = (await sight(page)).camera;
      if (own === 0) {
        // The player looks nearer from now on.
        for (let n = 0; n < 2; n++) await page.keyboard.press('+');
        await expect.poll(async () => (await sight(page)).camera.scale).toBeGreaterThan(scale * 1.5);
        own = (await sight(page)).camera.scale;
      } else {
        expect(scale).toBeLessThanOrEqual(own * 1.0001);
        if (scale < own * 0.999) wider++;
      }
    }
    const choices = state.choices.filter(({ kind }) => kind !== 'turn' && kind !== 'convert');
    await act(server, tokens[seat]!, choices[(i * 7 + 3) % choices.length]!.action);
  }
  // Most of them needed no other zoom.
  expect(own).toBeGreaterThan(0);
  expect(wider).toBeLessThan(20);
});

test('when the window changes its size, what is asked stays in view', async ({ page, server }) => {
  // A unit low on the map: the strip above the board comes late and takes some of its room.
  const setup = {
    scenario: 'goito/battle',
    options: { fog: 'off' },
    only_listed: true,
    side: 'austria',
    activate: { formation: 'benedek', stage: 'forces' },
    units: { '33-gyulai': { hex: '1617', facing: 'N' }, '5-aosta': { hex: '1412', facing: 'S' } },
    leaders: { benedek: '1617' },
  };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 1 });
  await act(server, yours, 'act 33-gyulai', 1);
  await openTable(page, server, yours);
  await expect(page.getByTestId('sequence')).toBeVisible();
  const board = await boardOf(server, 'goito');
  const asked = askedOf(await stateOf(server, yours, 1));
  expect(asked).toContain('1618');
  await expect.poll(async () => outOfView(await sight(page), board, asked)).toEqual([]);
  await page.setViewportSize({ width: 1100, height: 620 });
  await expect.poll(async () => outOfView(await sight(page), board, asked)).toEqual([]);
  // Who has looked elsewhere is not called back.
  await page.getByTestId('board').focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('Shift+ArrowUp');
  const { y } = (await sight(page)).camera;
  await page.setViewportSize({ width: 1200, height: 640 });
  await expect.poll(async () => Math.abs((await sight(page)).camera.y - y)).toBeLessThan(40);
});

test('follow the action: off, gently, closely', async ({ page, server }) => {
  const { yours } = await create(server, 'piacenza/campaign', {}, 'screen');
  await openTable(page, server, yours);
  await page.getByTestId('lift').click();
  const board = await boardOf(server, 'piacenza');
  await follow(page, 'off');
  // The player looks at a corner: what is asked is told at the edges, and the map stays.
  await page.getByTestId('board').focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('+');
  for (let i = 0; i < 30; i++) await page.keyboard.press('Shift+ArrowLeft');
  const corner = (await sight(page)).camera;
  const asked = askedOf(await stateOf(server, yours, 0));
  expect(outOfView(await sight(page), board, asked)).toEqual(asked);
  const pointers = page.locator('[data-testid^="beyond-"]');
  await expect.poll(async () => (await pointers.allTextContents()).reduce((sum, text) => sum + Number(text), 0)).toBe(asked.length);
  await page.locator('.choice').first().hover();
  await act(server, yours, `objective ${asked[0]}`, 0);
  await expect.poll(async () => (await pointers.allTextContents()).reduce((sum, text) => sum + Number(text), 0)).toBe(asked.length - 1);
  expect((await sight(page)).camera).toEqual(corner);
  // A click on them leads there.
  await pointers.first().click();
  await expect.poll(async () => outOfView(await sight(page), board, asked).length).toBeLessThan(asked.length);

  // Gently: the next question is brought into view, no nearer than the player's zoom.
  await follow(page, 'gently');
  const next = askedOf(await stateOf(server, yours, 0));
  await act(server, yours, `objective ${next[0]}`, 0);
  await expect.poll(async () => outOfView(await sight(page), board, next.slice(1))).toEqual([]);
  expect((await sight(page)).camera.scale).toBeLessThanOrEqual(corner.scale * 1.0001);

  // Closely: straight at what is asked, as near as all of it can be seen.
  await follow(page, 'closely');
  const last = askedOf(await stateOf(server, yours, 0));
  await act(server, yours, `objective ${last[0]}`, 0);
  await expect.poll(async () => {
    const { camera } = await sight(page);
    const rest = last.slice(1).map((id) => centreOf(board, id));
    const middle = rest.reduce((sum, { x }) => sum + x, 0) / rest.length;
    return Math.abs(camera.x - middle) * camera.scale;
  }).toBeLessThan(260);
});

test('a choice in the list that points out of view is looked at', async ({ page, server }) => {
  const { yours } = await create(server, 'piacenza/campaign', {}, 'screen');
  await openTable(page, server, yours);
  await page.getByTestId('lift').click();
  const board = await boardOf(server, 'piacenza');
  await page.getByTestId('board').focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('+');
  for (let i = 0; i < 30; i++) await page.keyboard.press('Shift+ArrowLeft');
  const first = page.locator('.choice').first();
  const hex = /\d{4}/.exec((await first.getAttribute('data-action'))!)![0];
  expect(outOfView(await sight(page), board, [hex])).toEqual([hex]);
  await first.hover();
  await expect.poll(async () => outOfView(await sight(page), board, [hex])).toEqual([]);
});

test('the next unit that can act: where places are chosen it is the next of them', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status, choices) => status.decide[0] === 0 && choices.filter(({ action }) => /^activate/.test(action)).length > 2);
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  const next = page.getByRole('button', { name: 'Next unit that can act' });
  await expect(next).toBeEnabled();
  const seen = new Set<string>();
  await page.getByTestId('board').focus();
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('.');
    const spoken = page.getByTestId('spoken');
    await expect(spoken).toContainText(/Try to activate/);
    seen.add(/\b\d{4}\b/.exec((await spoken.textContent())!)![0]);
  }
  expect(seen.size).toBe(3);
  await expect(page.getByText('Nobody on the map can act now.')).toBeHidden();
});

test('the map is as sharp as can be when it has been zoomed, and in the dark', async ({ page, server }) => {
  const { yours } = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, yours);
  const board = page.getByTestId('board');
  await expect(board).toHaveAttribute('data-sharp', 'yes');
  await page.keyboard.press('+');
  await expect(board).toHaveAttribute('data-sharp', 'yes');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Theme').selectOption('dark');
  await page.keyboard.press('Escape');
  await expect(board).toHaveAttribute('data-sharp', 'yes');
  await boardReady(page);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the menu on the map shows every choice whole, ${width} pixels wide`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
    const page = await context.newPage();
    const created = await create(server, 'piacenza/san-lazzaro', {}, 'link');
    const token = await takeSeat(server, created, 1);
    const state = await stateOf(server, token);
    await openTable(page, server, token);
    const board = await boardOf(server, 'piacenza');
    // A gun that can be turned into all directions, in long sentences.
    const choices = (place: string) => state.choices.filter(({ hex }) => hex === place);
    const many = askedOf(state).filter((hex) => choices(hex).length > 4);
    expect(many.length).toBeGreaterThan(1);
    await page.keyboard.press('Home');
    const opened = new Set<string>();
    for (let i = 0; opened.size < many.length; i++) {
      expect(i).toBeLessThan(30);
      await page.getByTestId('board').focus();
      await page.keyboard.press('.');
      const hex = /\b\d{4}\b/.exec((await page.getByTestId('spoken').textContent())!)![0];
      if (!many.includes(hex)) continue;
      opened.add(hex);
      await page.keyboard.press('Enter');
      const frame = (await page.getByTestId('board').boundingBox())!;
      const menu = page.getByTestId('menu');
      await expect(menu.getByRole('button')).toHaveCount(choices(hex).length);
      await expect.poll(() => menu.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
      expect(outOfView(await sight(page), board, [hex])).toEqual([]);
      const box = (await menu.boundingBox())!;
      const last = (await menu.getByRole('button').last().boundingBox())!;
      expect(last.y + last.height).toBeLessThanOrEqual(box.y + box.height + 0.5);
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height);
      expect(box.y).toBeGreaterThanOrEqual(frame.y);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
    await context.close();
  });
}

test('the tracks that are printed on the sheet carry their markers', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const { yours } = await create(server, 'piacenza/gossolengo', {}, 'link');
  const { scene } = await stateOf(server, yours);
  await openTable(page, server, yours);
  const board = await boardOf(server, scene.map);
  await page.keyboard.press('0');
  const [, , width, height] = board.drawing.view_box;
  const whole = async () => {
    const { camera, view } = await sight(page);
    return camera.scale - Math.min(view.width / width, view.height / height);
  };
  await expect.poll(whole).toBeLessThan(0.001);
  const { camera, view } = await sight(page);
  const turns = board.tracks.find(({ id }) => id === 'turns')!;
  const now = scene.tracks.find(({ printed }) => printed === 'turns')!.markers[0]!.at;
  expect(now).toBe(6);
  // A red frame lies around the box of this turn, and around no other.
  const framed: number[] = [];
  for (const [i, [left, top, , tall]] of turns.boxes.entries()) {
    const at = toWindow(camera, view, { x: left, y: top + tall / 2 });
    const red = await page.locator('canvas').first().evaluate((canvas: HTMLCanvasElement, { x, y }) => {
      const ratio = canvas.width / canvas.clientWidth;
      const [red, green] = canvas.getContext('2d')!.getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data;
      return red! - green! > 90;
    }, at);
    if (red) framed.push(turns.from + i);
  }
  expect(framed).toEqual([now]);
  await context.close();
});

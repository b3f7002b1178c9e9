import { inside, seen, toWindow } from '../../src/board/camera';
import type { Created, Reach } from '../../src/wire';
import { act, boardOf, centreOf, cursorTo, expect, importPosition, openTable, passDice, positionWhere, post, seatToken, sight, sound, stateOf, takeSeat, test } from './helper';

/** What a seat of a table at one screen is told of where a unit can get to. */
async function reachOf(server: string, token: string, seat: number, unit: string): Promise<Reach> {
  const answer = await fetch(`${server}/api/reach?as=${seat}&unit=${unit}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Reach;
}

/** Benedek's brigade on the road, with the enemy beyond. */
const ON_THE_ROAD = {
  scenario: 'goito/battle',
  options: { fog: 'off' },
  only_listed: true,
  side: 'austria',
  activate: { formation: 'benedek', stage: 'forces' },
  units: { '33-gyulai': { hex: '1617', facing: 'N' }, '5-aosta': { hex: '1412', facing: 'S' } },
  leaders: { benedek: '1617' },
};

test('a fight shows modifiers, odds and chart before the roll, and dice after', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', { fog: 'off' }, (_, choices) =>
    choices.length > 1 && choices.some((choice) => choice.odds && /^assault/.test(choice.action)),
  );
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  await page.locator('[data-action^="assault"]').first().click();
  const fight = page.getByTestId('fight');
  await expect(fight).toContainText('Modifiers');
  await expect(fight.locator('.lines tr')).not.toHaveCount(0);
  await expect(fight.locator('summary').first()).toBeVisible();

  // A modifier leads to its rule and back.
  await fight.getByTestId('modifiers').locator('.rule').first().click();
  await expect(page.getByTestId('rule')).toBeVisible();
  await page.locator('#tab-orders').click();
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('result')).toBeVisible();
  await passDice(page);
  await page.locator('#tab-charts').click();
  await expect(page.locator('td.on').first()).toBeVisible();
});

test('a far hex shows the way with its cost before the move is made', async ({ page, server }) => {
  const position = await positionWhere(
    'goito/battle',
    { fog: 'off' },
    (_, choices) => choices.filter((choice) => /^step/.test(choice.action)).length > 3 && choices.some(({ action }) => action === 'march'),
  );
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  const unit = await page.evaluate(() => document.querySelector<HTMLElement>('[data-action^="step"]')?.dataset.action);
  expect(unit).toBeTruthy();
  const token = created.yours;
  const state = await (await fetch(`${server}/api/table?as=0`, { headers: { authorization: `Bearer ${token}` } })).json();
  const seat = state.status.decide[0];
  const answer = await fetch(`${server}/api/table?as=${seat}`, { headers: { authorization: `Bearer ${token}` } });
  const mine = await answer.json();
  const piece = mine.status.prompt.units[0];
  const reach = await (await fetch(`${server}/api/reach?as=${seat}&unit=${piece}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const near = new Set(mine.choices.map((choice: { hex?: string }) => choice.hex));
  const far = reach.hexes.find((way: { hex: string; path: string[] }) => way.path.length > 1 && !near.has(way.hex));

  await cursorTo(page, server, mine.scene.map, far.hex);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('way')).toContainText(far.hex);
  const before = await page.getByTestId('prompt').textContent();
  await page.getByTestId('go').click();
  await expect(page.getByTestId('prompt')).not.toHaveText(before!);
});

test('a way in March is marched, for what was said that it costs', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { yours } = await post<Created>(server, '/api/import', { setup: ON_THE_ROAD, seats: 'screen', side: 1 });
  await act(server, yours, 'act 33-gyulai', 1);
  await openTable(page, server, yours);
  const before = await reachOf(server, yours, 1, 'au-33-gyulai');
  const { choices, scene } = await stateOf(server, yours, 1);
  const near = new Set(choices.map(({ hex }) => hex));
  const way = before.hexes.filter(({ mode, hex, path }) => mode === 'in March' && path.length === 3 && !near.has(hex))[0]!;
  await cursorTo(page, server, scene.map, way.hex);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('way')).toContainText('in March');
  await page.screenshot({ path: 'shots/way-march.png' });
  await page.getByTestId('go').click();
  const unit = async () => (await stateOf(server, yours, 1)).scene.pieces.find(({ id }) => id === 'au-33-gyulai')!;
  await expect.poll(async () => (await unit()).hex).toBe(way.hex);
  expect((await unit()).badges).toContain('march');
  expect((await reachOf(server, yours, 1, 'au-33-gyulai')).allowance).toBe(before.allowance - way.cost);
});

test('beside the road the choice on foot and the way in March are both offered, each for its own cost', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { yours } = await post<Created>(server, '/api/import', { setup: ON_THE_ROAD, seats: 'screen', side: 1 });
  await act(server, yours, 'act 33-gyulai', 1);
  await openTable(page, server, yours);
  const before = await reachOf(server, yours, 1, 'au-33-gyulai');
  const { choices, scene } = await stateOf(server, yours, 1);
  const offered = new Set(choices.map(({ action }) => action));
  // Over the bridge it is cheap in March; deployed it wades the stream. The map tells the cost of the cheapest way.
  const march = before.hexes.find(({ hex }) => hex === '1616')!;
  expect(march).toMatchObject({ mode: 'in March', cost: 0.5, path: ['1616'] });
  expect(offered.has(march.action)).toBe(false);
  await cursorTo(page, server, scene.map, '1616');
  await page.keyboard.press('Enter');
  const menu = page.getByTestId('menu');
  await expect(menu).toContainText('steps to 1616 for 2 MP, wading the stream');
  await expect(page.getByTestId('menu-way')).toContainText('To 1616 for 0.5, in March');
  await page.screenshot({ path: 'shots/way-beside.png' });
  await page.getByTestId('menu-way').click();
  await expect(page.getByTestId('way')).toContainText('in March');
  await page.getByTestId('go').click();
  const unit = async () => (await stateOf(server, yours, 1)).scene.pieces.find(({ id }) => id === 'au-33-gyulai')!;
  await expect.poll(async () => (await unit()).hex).toBe('1616');
  expect((await unit()).badges).toContain('march');
  expect((await reachOf(server, yours, 1, 'au-33-gyulai')).allowance).toBe(before.allowance - 0.5);

  // Where the way that is told is the choice itself, a click makes it.
  await page.getByTestId('undo').click();
  await expect.poll(async () => (await unit()).hex).toBe('1617');
  const plain = before.hexes.find(({ hex }) => hex === '1717')!;
  expect(offered.has(plain.action)).toBe(true);
  await cursorTo(page, server, scene.map, '1717');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await unit()).hex).toBe('1717');
});

test('what stops a move on its way is said, and the rest of the way is offered again', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const setup = { ...ON_THE_ROAD, units: { ...ON_THE_ROAD.units, '33-gyulai': { hex: '1413', facing: 'N' } } };
  const created = await post<Created>(server, '/api/import', { setup, seats: 'link', side: 1 });
  const [piedmont, austria] = [await takeSeat(server, created, 0), seatToken(created, 1)];
  await act(server, austria, 'act 33-gyulai');
  await openTable(page, server, austria);
  const { choices, scene } = await stateOf(server, austria);
  const near = new Set(choices.map(({ hex }) => hex));
  const reach = await reachOf(server, austria, 1, 'au-33-gyulai');
  const way = reach.hexes.find(({ hex, path, reactions, cost }) => reactions.length > 0 && path.length === 2 && cost < 4 && !near.has(hex))!;
  await cursorTo(page, server, scene.map, way.hex);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('way')).toContainText('may react when it leaves 1413');
  await page.getByTestId('go').click();
  const notice = page.getByText('The move stopped in 1413: Another seat must decide first.');
  await expect(notice).toBeVisible();
  await expect(page.getByTestId('way')).toBeHidden();
  const { choices: answers } = await stateOf(server, piedmont);
  await act(server, piedmont, answers.find(({ declines }) => declines)!.action);
  await expect(page.getByTestId('way')).toContainText(`to ${way.hex}`);
  await page.getByTestId('go').click();
  const at = async () => (await stateOf(server, austria)).scene.pieces.find(({ id }) => id === 'au-33-gyulai')!.hex;
  await expect.poll(at).toBe(way.hex);
});

test('in a reaction nobody is offered a way that he cannot go', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const position = await positionWhere('goito/battle', { fog: 'off' }, (status, choices) => {
    const about = choices.filter(({ units }) => units?.length);
    return status.prompt.kind === 'react' && about.length > 1 && about.every(({ units }) => units![0] === about[0]!.units![0]);
  });
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  const seat = (await stateOf(server, created.yours, 0)).status.decide[0]!;
  const { choices, scene } = await stateOf(server, created.yours, seat);
  const unit = choices.find(({ units }) => units?.length)!.units![0]!;
  const reach = await reachOf(server, created.yours, seat, unit);
  expect(reach.hexes.length).toBeGreaterThan(0);
  expect(reach.hexes.filter(({ ready }) => ready)).toEqual([]);
  const pointed = new Set(choices.map(({ hex }) => hex));
  const taken = new Set(scene.pieces.map(({ hex }) => hex));
  const far = reach.hexes.find(({ hex }) => !pointed.has(hex) && !taken.has(hex))!;
  await cursorTo(page, server, scene.map, far.hex);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('inspector')).toContainText(far.hex);
  await expect(page.getByTestId('way')).toBeHidden();
});

test('who is in hand is said to be, is not pale, and the inspector goes with him', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { yours } = await post<Created>(server, '/api/import', { setup: ON_THE_ROAD, seats: 'screen', side: 1 });
  await openTable(page, server, yours);
  await page.locator('[data-action="act 33-gyulai"]').click();
  const inspector = page.getByTestId('inspector');
  await expect(inspector).toContainText('1617');
  const row = inspector.locator('[data-unit="au-33-gyulai"]');
  await expect(row).toContainText('in hand');
  await expect(row).not.toContainText('acted');
  const step = page.locator('[data-action^="step"]').first();
  const to = (await step.getAttribute('data-action'))!.split(' ')[1]!;
  await step.click();
  await expect(inspector).toContainText(to);
  await expect(row).toContainText('in hand');
  await page.screenshot({ path: 'shots/in-hand.png' });
});

test('a formation under the pointer lights all its units, and a choice shows what it does on the map', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const position = await positionWhere('goito/battle', { fog: 'off' }, ({ turn }) => turn >= 2);
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  const { scene } = await stateOf(server, created.yours, 0);
  const board = page.getByTestId('board');
  await expect(board).toHaveAttribute('data-lit', '');
  await page.locator('#tab-forces').click();
  const members = (id: string) => scene.pieces.flatMap((piece) => (piece.formation === id ? [piece.id] : [])).sort();
  const formation = scene.formations.find(({ id }) => members(id).length > 3)!;
  await page.getByRole('button', { name: formation.name, exact: true }).hover();
  await expect.poll(async () => (await board.getAttribute('data-lit'))!.split(' ').sort()).toEqual(members(formation.id));
  await page.mouse.move(5, 5);
  await expect(board).toHaveAttribute('data-lit', '');

  // A choice: who goes where.
  const { yours } = await post<Created>(server, '/api/import', { setup: ON_THE_ROAD, seats: 'screen', side: 1 });
  await act(server, yours, 'act 33-gyulai', 1);
  await page.goto('about:blank');
  await openTable(page, server, yours);
  await page.locator('[data-action="step 1716"]').hover();
  await expect(board).toHaveAttribute('data-deeds', '1617>1716');
  await expect(board).toHaveAttribute('data-lit', 'au-33-gyulai');
});

test('the card beside the pointer is small, and says what a click does', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { yours } = await post<Created>(server, '/api/import', { setup: { ...ON_THE_ROAD, leaders: { benedek: '1718' } }, seats: 'screen', side: 1 });
  await act(server, yours, 'act 33-gyulai', 1);
  await openTable(page, server, yours);
  const map = await boardOf(server, 'goito');
  const card = page.getByTestId('hex-card');
  const rest = async (hex: string) => {
    const { camera, view } = await sight(page);
    const frame = (await page.getByTestId('board').boundingBox())!;
    const at = toWindow(camera, view, centreOf(map, hex));
    await page.mouse.move(5, 5);
    await page.mouse.move(frame.x + at.x, frame.y + at.y);
    await expect(card).toBeVisible();
    return (await card.boundingBox())!;
  };
  const { choices } = await stateOf(server, yours, 1);
  const step = (hex: string) => choices.find(({ action }) => action === `step ${hex}`)!.sentence;
  for (const [hex, words] of [
    ['1717', [step('1717')]],
    ['1616', [step('1616'), 'Reach: 0.5, in March']],
    ['1714', ['Reach: 1.5, in March']],
    ['1617', ['33 Gyulai', 'in hand']],
    ['1412', ['5 Aosta', 'SP 7']],
  ] as const) {
    const { width, height } = await rest(hex);
    for (const part of words) await expect(card).toContainText(part);
    await expect(card).not.toContainText('acted');
    expect(width).toBeLessThanOrEqual(320);
    expect(height).toBeLessThanOrEqual(190);
  }
});

test('what was done for want of a choice is shown, with one click back', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A commander who comes onto the map has one place to come to.
  const setup = { ...ON_THE_ROAD, leaders: { benedek: 'column' } };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 1 });
  await openTable(page, server, yours);
  const before = await stateOf(server, yours, 1);
  const card = page.getByTestId('unasked');
  await expect(card).toBeHidden();
  await page.locator('[data-action="act benedek"]').click();
  await expect(card).toContainText('Benedek rides to 1619.');
  const at = async () => (await stateOf(server, yours, 1)).scene.pieces.find(({ id }) => id === 'au-fc-benedek')?.hex ?? null;
  expect(await at()).toBe('1619');
  // It can be looked at, wherever it is.
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  for (let i = 0; i < 20; i++) await page.keyboard.press('Shift+ArrowUp');
  await card.getByRole('button', { name: 'Show' }).click();
  const map = await boardOf(server, 'goito');
  await expect.poll(async () => {
    const { camera, view } = await sight(page);
    return inside(seen(camera, view), centreOf(map, '1619'));
  }).toBe(true);
  await page.screenshot({ path: 'shots/unasked.png' });
  await page.getByTestId('unasked-undo').click();
  await expect(card).toBeHidden();
  await expect.poll(at).toBe(null);
  expect((await stateOf(server, yours, 1)).choices).toEqual(before.choices);
});

test('an attack is declared by a click on the enemy: from where, by whom, with which odds', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const setup = {
    ...ON_THE_ROAD,
    activate: { formation: 'benedek', stage: 'declare' },
    units: { '33-gyulai': { hex: '1614', facing: 'N' }, '21-paumgarten': { hex: '1615', facing: 'N' }, '5-aosta': { hex: '1512', facing: 'S' } },
  };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 1 });
  await openTable(page, server, yours);
  const { choices, scene } = await stateOf(server, yours, 1);
  const marks = choices.filter(({ target }) => target === '1512');
  expect(marks.length).toBeGreaterThan(0);
  await cursorTo(page, server, scene.map, '1512');
  await page.keyboard.press('Enter');
  const card = page.getByTestId('attack');
  await expect(card).toContainText('Attack on');
  await expect(card.locator('[data-attack]')).toHaveCount(marks.length);
  for (const { action, could } of marks) {
    const one = card.locator(`[data-attack="${action}"]`);
    await expect(one.locator('[data-unit]')).toHaveCount(could!.length);
    for (const unit of could!) await expect(one.locator(`[data-unit="${unit}"]`).getByTestId('attack-odds')).toContainText(/the attacker wins \d/);
  }
  await card.locator('[data-attack]').first().hover();
  await sound(page, 'attack');
  await page.screenshot({ path: 'shots/attack.png' });
  await card.getByTestId('declare').first().click();
  await expect.poll(async () => (await stateOf(server, yours, 1)).scene.markers.map(({ target }) => target)).toContain('1512');
});

test('a unit that cannot act says why, with its rule', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  await page.locator('#tab-forces').click();
  await page.getByRole('button', { name: 'Motella' }).click();
  await page.locator('#tab-orders').click();
  const inspector = page.getByTestId('inspector');
  await expect(inspector).toContainText('Motella');
  await inspector.locator('.piece').first().click();
  await expect(inspector.locator('li').first()).toBeVisible();
  await expect(inspector.locator('li .rule').first()).toContainText('§');
});

test('overlays are laid over the map by key and by button', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  await page.getByRole('button', { name: 'Overlays' }).click();
  const list = page.getByRole('group', { name: 'Overlays' }).getByRole('button');
  expect(await list.count()).toBeGreaterThan(3);
  await list.first().click();
  const legend = page.getByRole('complementary', { name: 'Legend' });
  await expect(legend).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(legend).toBeHidden();
  const key = (await list.first().locator('kbd').textContent())!;
  await page.getByTestId('board').focus();
  await page.keyboard.press(key);
  await expect(legend).toBeVisible();
});

test('a standing answer declines a reaction once for all, until it is taken back', async ({ page, server }) => {
  const position = await positionWhere(
    'goito/battle',
    {},
    (status, choices) => status.decide[0] === 0 && !!status.prompt.standing && choices.some((choice) => choice.declines) && choices.length > 1,
  );
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  const before = await page.getByTestId('prompt').textContent();
  await page.getByRole('button', { name: /^Always decline/ }).click();
  const list = page.getByRole('region', { name: 'Standing answers' });
  await expect(list).toBeVisible();
  await expect(page.getByTestId('prompt')).not.toHaveText(before!);
  await list.getByRole('button', { name: 'Ask me again' }).first().click();
  await expect(list).toBeHidden();
});

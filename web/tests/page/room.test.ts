// How the room of the window is shared out: board, prompt, panel.

import type { Page } from '@playwright/test';
import { act, boardReady, create, expect, openTable, stateOf, takeSeat, test } from './helper';

const box = async (page: Page, what: string) => (await page.getByTestId(what).boundingBox())!;

test('the panel is made wider by its edge, with the mouse and with keys, and stays so', async ({ page, server }) => {
  const { yours } = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, yours);
  const edge = page.getByRole('separator');
  const before = await box(page, 'board');
  const at = (await edge.boundingBox())!;
  await page.mouse.move(at.x + at.width / 2, at.y + 300);
  await page.mouse.down();
  await page.mouse.move(at.x - 100, at.y + 300);
  await page.mouse.move(at.x - 200, at.y + 300);
  await page.mouse.up();
  await expect.poll(async () => (await box(page, 'board')).width).toBeLessThan(before.width - 150);
  const wider = (await box(page, 'board')).width;
  await page.reload();
  await boardReady(page);
  expect((await box(page, 'board')).width).toBeCloseTo(wider, 0);
  // No further than to the middle.
  await page.mouse.move(before.x + wider, 400);
  await page.mouse.down();
  await page.mouse.move(100, 400);
  await page.mouse.up();
  await expect.poll(async () => (await box(page, 'board')).width).toBeCloseTo(720, -1);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await box(page, 'board')).width).toBeGreaterThan(740);
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '50');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await box(page, 'board')).width).toBeCloseTo(before.width, 0);
});

test('on a phone the panel is made higher by its edge', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const { yours } = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, yours);
  const before = await box(page, 'board');
  await page.getByRole('separator').focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await box(page, 'board')).height).toBeLessThan(before.height - 50);
  await context.close();
});

test('charts of single values show them whole, however narrow the panel is', async ({ page, server }) => {
  for (const scenario of ['goito/battle', 'piacenza/campaign']) {
    const { yours } = await create(server, scenario, {}, 'link');
    await page.goto('about:blank');
    await openTable(page, server, yours);
    await page.locator('#tab-charts').click();
    const single = page.locator('table.single');
    await expect(single.first()).toBeVisible();
    const cut = await single.evaluateAll((tables) => {
      const right = document.getElementById('panel')!.getBoundingClientRect().right;
      return tables.flatMap((table) => [...table.querySelectorAll('td, th[scope="row"]')]).filter((cell) => cell.getBoundingClientRect().right > right || cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
    });
    expect(cut, scenario).toEqual([]);
  }
});

for (const [name, width, height] of [
  ['desk', 1440, 900],
  ['phone', 390, 844],
] as const) {
  test(`the board stays where it is, whatever is asked, ${name}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
    const page = await context.newPage();
    const created = await create(server, 'goito/battle', {}, 'link');
    const tokens = [created.yours, await takeSeat(server, created, 1)];
    await openTable(page, server, created.yours);
    const first = await box(page, 'board');
    const prompt = page.getByTestId('prompt');
    let chance = 3;
    for (let i = 0; i < 25; i++) {
      const seat = (await stateOf(server, created.yours)).status.decide[0]!;
      const { choices } = await stateOf(server, tokens[seat]!);
      chance = (chance * 1103515245 + 12345) % 2147483648;
      await act(server, tokens[seat]!, i === 0 ? 'place standard' : choices[chance % choices.length]!.action);
      const { status } = await stateOf(server, created.yours);
      await expect(prompt).toContainText(status.prompt.sentence.slice(0, 20).split('`')[0]!);
      expect(await box(page, 'board')).toEqual(first);
      // It can be read to its end.
      expect(await prompt.evaluate((words) => words.scrollHeight - words.clientHeight), status.prompt.sentence).toBeLessThanOrEqual(1);
    }
    await context.close();
  });
}

for (const locale of ['en-GB', 'it-IT']) {
  test(`on a phone what is asked and its buttons are whole when the screen changes hands, ${locale}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale });
    const page = await context.newPage();
    const { yours } = await create(server, 'piacenza/campaign', {}, 'screen');
    await openTable(page, server, yours);
    await page.getByTestId('lift').click();
    for (let i = 0; i < 4; i++) await act(server, yours, (await stateOf(server, yours, 0)).choices.find(({ action }) => action.startsWith('objective'))!.action, 0);
    while ((await stateOf(server, yours, 0)).status.decide.includes(0)) {
      const { choices } = await stateOf(server, yours, 0);
      await act(server, yours, (choices.find(({ declines }) => declines) ?? choices.at(-1)!).action, 0);
    }
    const over = page.getByTestId('hand-over');
    await expect(over).toBeVisible();
    const [button, prompt] = [(await over.boundingBox())!, page.getByTestId('prompt')];
    expect(button.x).toBeGreaterThanOrEqual(0);
    expect(button.x + button.width).toBeLessThanOrEqual(360);
    expect(await over.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    expect(await over.evaluate((one) => one.parentElement!.scrollWidth - one.parentElement!.clientWidth)).toBeLessThanOrEqual(0);
    expect(await prompt.evaluate((words) => words.scrollHeight - words.clientHeight)).toBeLessThanOrEqual(1);
    await context.close();
  });
}

test('at 200 % the map keeps half of the window, and nothing sticks out', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, locale: 'en-GB' });
  const page = await context.newPage();
  const { yours } = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, yours);
  const { width, height } = await box(page, 'board');
  expect((width * height) / (720 * 450)).toBeGreaterThanOrEqual(0.5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // Every panel can be reached without scrolling sideways.
  expect(await page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
  // The legend of an overlay lies whole on the board.
  await page.getByRole('button', { name: 'Overlays' }).click();
  await page.getByRole('group', { name: 'Overlays' }).getByRole('button').first().click();
  const legend = (await page.getByRole('complementary', { name: 'Legend' }).boundingBox())!;
  const board = await box(page, 'board');
  expect(legend.y).toBeGreaterThanOrEqual(board.y);
  expect(legend.y + legend.height).toBeLessThanOrEqual(board.y + board.height);
  await context.close();
});

test('on a phone every tab is whole, in English and Italian', async ({ browser, server }) => {
  for (const locale of ['en-GB', 'it-IT']) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale });
    const page = await context.newPage();
    const { yours } = await create(server, 'piacenza/campaign', {}, 'link');
    await openTable(page, server, yours);
    expect(await page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth), locale).toBeLessThanOrEqual(0);
    for (const tab of ['orders', 'forces', 'log', 'rules', 'charts', 'game']) {
      await page.locator(`#tab-${tab}`).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${locale} ${tab}`).toBeLessThanOrEqual(0);
      expect(await page.locator('#panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth), `${locale} ${tab}`).toBeLessThanOrEqual(0);
    }
    await context.close();
  }
});

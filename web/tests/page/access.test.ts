import type { Status } from '../../src/wire';
import { create, expect, importPosition, openTable, positionWhere, seatToken, sound, test } from './helper';

const TABS = ['orders', 'forces', 'log', 'rules', 'charts', 'game'];

/** A position in the middle of each game, with something to choose for the first seat. */
const GAMES: [string, string, (status: Status) => boolean][] = [
  ['Goito', 'goito/battle', (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0],
  ['Piacenza', 'piacenza/san-lazzaro', (status) => status.turn === 2 && status.decide[0] === 0],
];

for (const [name, scenario, wanted] of GAMES) {
  test(`axe finds nothing on any tab of ${name}`, async ({ browser, server }) => {
    test.setTimeout(240_000);
    const page = await (await browser.newContext()).newPage();
    const created = await importPosition(server, await positionWhere(scenario, {}, wanted), 'link');
    await openTable(page, server, seatToken(created, 0));
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await expect(page.locator('#panel').getByText('One moment')).toHaveCount(0);
      await sound(page, `${name}, ${tab}`);
      // Whoever reads by headings comes from the title to the panel and to its parts, one level at a time.
      const levels = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
      expect(levels[0], tab).toBe(1);
      levels.forEach((level, i) => expect(level, `${tab}: ${levels.join(' ')}`).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1));
    }
    // A heading of a chart says something, and of all cells at most one is the one that was looked up last.
    await page.locator('#tab-charts').click();
    const blank = await page.locator('#panel th').evaluateAll((all) => all.filter((one) => !one.textContent?.trim()).length);
    expect(blank).toBe(0);
    expect(await page.locator('#panel td', { hasText: 'looked up last' }).count()).toBeLessThanOrEqual(1);
    await page.context().close();
  });
}

test('a panel that a key opens has the focus', async ({ browser, server }) => {
  const page = await (await browser.newContext()).newPage();
  const created = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, seatToken(created, 0));
  for (const [i, tab] of TABS.entries()) {
    await page.keyboard.press('Home');
    await expect(page.getByTestId('board')).toBeFocused();
    await page.keyboard.press(String(i + 1));
    await expect(page.locator('#panel'), tab).toBeFocused();
    await expect(page.locator('#panel')).toHaveAttribute('aria-labelledby', `tab-${tab}`);
  }
  await page.context().close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`no accessibility violation, ${scheme}`, async ({ browser, server }) => {
    test.setTimeout(300_000);
    const page = await (await browser.newContext({ colorScheme: scheme })).newPage();
    await page.goto(server);
    await expect(page.locator('[data-scenario]').first()).toBeVisible();
    await sound(page, 'front');
    await page.locator('[data-scenario]').first().click();
    await page.locator('summary').first().click();
    await sound(page, 'start');
    await page.getByTestId('screen').click();
    await expect(page.getByTestId('lift')).toBeVisible();
    await sound(page, 'curtain');
    await page.getByTestId('lift').click();
    await expect(page.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
    await sound(page, 'set-up');

    const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
    const created = await importPosition(server, position, 'link');
    await openTable(page, server, seatToken(created, 0));
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForTimeout(150);
      await sound(page, tab);
    }
    await page.locator('#tab-orders').click();
    await page.locator('[data-action^="activate"]').first().click();
    await expect(page.getByTestId('commit')).toBeVisible();
    await sound(page, 'fight');
    await page.keyboard.press('?');
    await sound(page, 'keys');
    await page.context().close();
  });
}

test('nothing sticks out of a screen 360 pixels wide', async ({ browser, server }) => {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 720 }, hasTouch: true })).newPage();
  const fits = async (where: string) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), where).toBeLessThanOrEqual(0);
  await page.goto(server);
  await page.locator('[data-scenario]').first().click();
  await fits('front');
  await page.getByTestId('screen').click();
  await page.getByTestId('lift').click();
  await expect(page.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
  for (const tab of TABS) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(100);
    await fits(tab);
  }
  // A tap on the map offers what can be placed there; a long press explains the hex.
  const box = (await page.getByTestId('board').boundingBox())!;
  await page.touchscreen.tap(box.x + box.width * 0.55, box.y + box.height * 0.5);
  await expect(page.getByRole('group', { name: 'Choices for this hex' })).toBeVisible();
  await page.context().close();
});

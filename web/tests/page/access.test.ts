import { expect, importPosition, openTable, positionWhere, seatToken, sound, test } from './helper';

for (const scheme of ['light', 'dark'] as const) {
  test(`no serious accessibility violation, ${scheme}`, async ({ browser, server }) => {
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
    for (const tab of ['orders', 'forces', 'log', 'rules', 'charts', 'game']) {
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
  for (const tab of ['orders', 'forces', 'log', 'rules', 'charts', 'game']) {
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

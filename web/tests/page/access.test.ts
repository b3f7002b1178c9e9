import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, importPosition, openTable, positionWhere, seatToken, test } from './helper';

async function sound(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`)).toEqual([]);
}

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

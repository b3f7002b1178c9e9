import { boardReady, expect, guard, passDice, test } from './helper';

test('a new visitor starts a two-sided game, sets up, and activates a formation', async ({ page, server }) => {
  const faults = guard(page, server);
  await page.goto(server);
  // Three clicks: scenario, side, opponent.
  await page.locator('[data-scenario="goito/battle"]').click();
  await page.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await page.getByTestId('screen').click();
  await expect(page).toHaveURL(/\/table#/);

  // Under fog of war the screen is handed over behind a curtain.
  await page.getByTestId('lift').click();
  await boardReady(page);
  await expect(page.getByTestId('prompt')).toContainText('Place your pieces');

  // One unit by hand: chosen in the list, put on the map by a key, its state and facing by the menu.
  await page.locator('[data-unit="pi-5-aosta"]').click();
  await page.locator('[data-action="place 5-aosta 1106"]').click();
  await page.locator('[data-action="ready"]').click();
  await page.locator('[data-action="face S"]').click();
  await expect(page.getByTestId('prompt')).toContainText('23 left');

  // The others by the standard set-up that the prompt offers.
  while (!(await page.getByTestId('prompt').textContent())?.includes('24 left')) {
    await page.getByTestId('undo').click();
    await page.waitForTimeout(150);
  }
  await page.getByRole('button', { name: 'place standard' }).click();
  await expect(page.getByTestId('prompt')).toContainText('activate');
  await passDice(page);

  // The first activation, by whoever has the initiative, with its odds before the roll.
  if (await page.getByTestId('hand-over').isVisible()) {
    await page.getByTestId('hand-over').click();
    await expect(page.getByRole('dialog', { name: /eyes/ })).toBeVisible();
    await page.getByTestId('lift').click();
  }
  await page.locator('[data-action^="activate"]').first().click();
  const fight = page.getByTestId('fight');
  await expect(fight).toContainText('is activated');
  await expect(fight).toContainText('%');
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('dice')).toBeVisible();
  await page.locator('#tab-log').click();
  await expect(page.getByTestId('log')).toContainText(/initiative|rolls/i);

  // The game stands on the front page, with whose move it is.
  await page.goto(server);
  await expect(page.getByText('At the table')).toBeVisible();
  await expect(page.locator('a.yours').first()).toContainText('Your move');
  expect(faults).toEqual([]);
});

test('a link that leads nowhere says what to do', async ({ page, server }) => {
  await page.goto(`${server}/table#nothing-behind-this-link-at-all-xx`);
  await expect(page.getByRole('heading', { name: 'There is no table here' })).toBeVisible();
  await page.getByRole('link', { name: 'To the front page' }).click();
  await expect(page.locator('[data-scenario]').first()).toBeVisible();
});

test('the page speaks Italian and keeps it', async ({ page, server }) => {
  await page.goto(server);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('it');
  await expect(page.getByRole('heading', { name: 'Impostazioni' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Riprendi da un verbale' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
});

test('a name is kept, and an account finds the games from another browser', async ({ page, browser, server }) => {
  await page.goto(server);
  await page.getByTestId('account').click();
  await page.getByLabel('The name your opponents see').fill('Carlotta');
  await page.getByRole('button', { name: 'Keep this name' }).click();
  await expect(page.getByTestId('account')).toContainText('Carlotta');
  await page.locator('[data-scenario="goito/quick"]').click();
  await page.getByTestId('screen').click();
  await expect(page.getByTestId('lift')).toBeVisible();

  const name = `carlotta-${Date.now()}`;
  const fill = async (where: typeof page, button: string) => {
    await where.getByTestId('account').click();
    await where.getByLabel('Account name').fill(name);
    await where.getByLabel(/^Password/).fill('ponte di Goito');
    await where.getByRole('button', { name: button }).click();
    await expect(where.getByTestId('account')).toContainText(name);
  };
  await page.goto(server);
  await fill(page, 'New account');
  const other = await (await browser.newContext()).newPage();
  await other.goto(server);
  await fill(other, 'Log in');
  await expect(other.getByText('At the table')).toBeVisible();
  await expect(other.locator('section a').first()).toContainText('five hours');
  await other.context().close();
});

import { act, create, expect, openTable, seatToken, takeSeat, test } from './helper';

test('the game is replayed by slider, keys and play, and a moment is shared', async ({ browser, server }) => {
  const created = await create(server, 'goito/quick', { fog: 'off' }, 'screen');
  await act(server, created.yours, 'place standard', 0);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await openTable(page, server, created.yours);
  await page.locator('#tab-game').click();
  await page.getByTestId('replay').click();
  const bar = page.getByTestId('replay-bar');
  await expect(bar).toBeVisible();
  const slider = bar.getByRole('slider');
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(10);
  await expect(page.getByTestId('prompt')).toContainText('Replay.');

  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await expect(slider).toHaveValue('2');
  await page.keyboard.press('[');
  await expect(slider).toHaveValue('1');
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect(slider).not.toHaveValue('1');
  await bar.getByRole('button', { name: 'Pause' }).click();

  await slider.fill(String(last - 3));
  await bar.getByRole('button', { name: 'Share' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/table#[\w-]+@\d+$/);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByTestId('replay-bar').getByRole('slider')).toHaveValue(String(last - 3));
  await bar.getByRole('button', { name: 'Back to the game' }).click();
  await expect(bar).toBeHidden();
  await other.context().close();
  await context.close();
});

test('a seat replays no more than it saw', async ({ page, server }) => {
  const created = await create(server, 'goito/quick', {}, 'link');
  const guest = await takeSeat(server, created, 1);
  await act(server, seatToken(created, 0), 'place standard');
  await openTable(page, server, guest);
  const answer = page.waitForResponse((response) => response.url().includes('/api/replay'));
  await page.getByRole('button', { name: 'Replay' }).click();
  const text = await (await answer).text();
  expect(text).not.toContain('5 Aosta');
  await expect(page.getByTestId('replay-bar')).toBeVisible();
});

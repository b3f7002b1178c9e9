import { act, expect, importPosition, openTable, positionWhere, post, seatToken, stateOf, takeSeat, test } from './helper';

test('reload and reconnect in the middle of a reaction', async ({ browser, server }) => {
  const position = await positionWhere(
    'goito/battle',
    {},
    (status, choices) => status.decide[0] === 0 && choices.some((choice) => choice.action.startsWith('react fire')),
  );
  const created = await importPosition(server, position, 'link');
  const [mine, theirs] = [seatToken(created, 0), await takeSeat(server, created, 1)];
  const context = await browser.newContext();
  const page = await context.newPage();
  const other = await (await browser.newContext()).newPage();
  await openTable(page, server, mine);
  await openTable(other, server, theirs);
  const question = await page.getByTestId('prompt').textContent();
  await expect(other.getByTestId('prompt')).toContainText('Waiting.');

  await page.reload();
  await expect(page.getByTestId('prompt')).toHaveText(question!);
  await expect(page.locator('[data-action^="react"]').first()).toBeVisible();

  // The other one is away while the reaction is declined; back again, he has missed nothing.
  const lines = (await stateOf(server, theirs)).feed_len;
  await other.context().setOffline(true);
  await other.evaluate(() => dispatchEvent(new Event('offline')));
  const decline = (await stateOf(server, mine)).choices.find((choice) => choice.declines) ?? (await stateOf(server, mine)).choices.at(-1)!;
  await act(server, mine, decline.action);
  await other.context().setOffline(false);
  await other.evaluate(() => dispatchEvent(new Event('online')));
  await expect(other.getByTestId('prompt')).not.toHaveText(/^Waiting\. .*reaction/);
  const now = await stateOf(server, theirs);
  await other.locator('#tab-log').click();
  await expect(other.getByTestId('log').locator('li.told')).toHaveCount(now.feed.filter(({ what }) => what.kind === 'told').length);
  expect(now.feed_len).toBeGreaterThanOrEqual(lines);
  await context.close();
  await other.context().close();
});

test('a lost connection is shown and healed without a reload', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  const mine = seatToken(created, 0);
  let drop: (() => Promise<void>) | null = null;
  let deaf = false;
  await page.routeWebSocket('**/api/live', (socket) => {
    if (deaf) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    drop = () => socket.close();
  });
  await openTable(page, server, mine);
  await expect(page.getByText('Connection lost')).toBeHidden();
  deaf = true;
  await drop!();
  await expect(page.getByText('Connection lost')).toBeVisible();
  const other = await takeSeat(server, created, 1);
  await post(server, '/api/chat', { id: 'chat-1', text: 'still there?' }, other);
  deaf = false;
  await expect(page.getByText('Connection lost')).toBeHidden();
  await page.locator('#tab-log').click();
  await expect(page.getByTestId('log')).toContainText('still there?');
});

test('what happened since one left is played on coming back', async ({ browser, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  const [mine, theirs] = [seatToken(created, 0), await takeSeat(server, created, 1)];
  const context = await browser.newContext();
  const page = await context.newPage();
  await openTable(page, server, theirs);
  await expect(page.getByTestId('since')).toBeHidden();
  await page.goto('about:blank');
  await act(server, mine, 'pass');
  await openTable(page, server, theirs);
  await expect(page.getByTestId('since')).toBeVisible();
  await page.getByTestId('since').getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByTestId('since')).toContainText('1 of');
  await context.close();
});

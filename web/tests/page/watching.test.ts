import { act, create, expect, openTable, seatToken, stateOf, takeSeat, test } from './helper';

test('what the other side does is watched, paused, stepped through, stepped back and seen again', async ({ page, server }) => {
  const created = await create(server, 'goito/quick', {}, 'link');
  const maker = seatToken(created, 0);
  const guest = await takeSeat(server, created, 1);
  await openTable(page, server, guest);
  const bar = page.getByTestId('watch-bar');
  await expect(bar).toBeVisible();
  const placed = async () => (await stateOf(server, guest)).scene.pieces.filter(({ hex }) => hex).length;
  /** The other side places one more, which takes it as many steps as it takes. */
  const step = async () => {
    const before = await placed();
    while ((await placed()) === before) await act(server, maker, (await stateOf(server, maker)).choices[0]!.action);
  };
  const onBoard = () => page.getByTestId('board').getAttribute('data-pieces').then(Number);

  // Held back: the board stands still while the other side goes on.
  const nobody = await onBoard();
  await page.getByTestId('watch-hold').click();
  await step();
  await step();
  await expect(bar).toContainText('steps to come');
  expect(await onBoard()).toBe(nobody);
  const next = page.getByTestId('watch-next');
  while ((await onBoard()) === nobody) await next.click();
  expect(await onBoard()).toBe(nobody + 1);
  await expect(bar).toContainText('to come');
  // A step back, and forward again.
  await page.getByTestId('watch-back').click();
  const replay = page.getByTestId('replay-bar');
  await expect(replay).toBeVisible();
  expect(await onBoard()).toBe(nobody);
  await page.keyboard.press(']');
  await expect.poll(onBoard).toBe(nobody + 1);
  // Back in the game it goes on by itself.
  await replay.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(onBoard).toBe(nobody + 2);

  // When it is one's own turn, all of it can be seen again.
  for (let now = await stateOf(server, maker); !now.status.decide.includes(1); now = await stateOf(server, maker)) {
    await act(server, maker, now.choices[0]!.action);
  }
  await page.getByTestId('watch-again').click();
  await expect(replay).toBeVisible();
  await expect(replay.getByRole('button', { name: 'Pause' })).toBeVisible();
  await replay.getByRole('button', { name: 'Pause' }).click();
  const slider = replay.getByRole('slider');
  await slider.fill('0');
  expect(await onBoard()).toBe(nobody);
  await slider.fill((await slider.getAttribute('max'))!);
  await expect.poll(onBoard).toBeGreaterThan(nobody + 10);
  await replay.getByRole('button', { name: 'Back to the game' }).click();
  await expect(page.locator('.prompt.mine')).toBeVisible();
});

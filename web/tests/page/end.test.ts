import { boardOf, clickHex, expect, importPosition, openTable, positionWhere, post, seatToken, stateOf, takeSeat, test } from './helper';

test('at the end nothing is hidden or offered any more, the seed is shown, and losses are losses', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, ({ turn }) => turn >= 4);
  const created = await importPosition(server, position, 'link');
  const maker = seatToken(created, 0);
  const guest = await takeSeat(server, created, 1);
  const before = await stateOf(server, maker);
  const hidden = before.scene.pieces.find(({ seat, hex, face_up }) => seat === 1 && hex && !face_up)!;
  expect(hidden).toBeDefined();
  await openTable(page, server, maker);
  await post(server, '/api/resign', { id: 'enough' }, guest);
  await expect(page.locator('.prompt.ended, .prompt').first()).toContainText('Piedmont wins', { timeout: 30_000 });
  await expect(page.getByTestId('undo')).toHaveCount(0);
  await expect(page.getByTestId('ask-back')).toHaveCount(0);

  // Losses are told once for each side, and who has not come yet is none.
  const end = page.getByTestId('end');
  const { scene } = await stateOf(server, maker);
  const lost = scene.boxes.filter((bin) => bin.lost);
  expect(lost.length).toBeGreaterThan(0);
  expect(scene.boxes.length).toBeGreaterThan(lost.length);
  for (const { seat, pieces } of lost) {
    const row = end.locator('tr', { hasText: `Losses of ${before.table.seats[seat!]!.side}` });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(pieces[0]!.name);
  }
  await expect(end).not.toContainText('due');
  await expect(end).not.toContainText('Piedmont, Piedmont');

  // The fog has lifted: who stood face down is known.
  const open = scene.pieces.filter(({ seat, hex }) => seat === 1 && hex === hidden.hex);
  expect(open.every(({ name }) => name !== hidden.name)).toBe(true);
  await page.keyboard.press('0');
  await clickHex(page, await boardOf(server, scene.map), hidden.hex!);
  await expect(page.getByTestId('inspector')).toContainText(open[0]!.name);

  // The seed stands where the seal stood.
  await page.locator('#tab-game').click();
  const proof = page.getByTestId('proof');
  await expect(proof).toBeVisible();
  await expect(proof.getByText('The server’s part (seed)')).toBeVisible();
  const record = await (await fetch(`${server}/api/record`, { headers: { authorization: `Bearer ${maker}` } })).text();
  const seed = /^seed (\w+)$/m.exec(record)![1]!;
  await expect(proof).toContainText(seed);
});

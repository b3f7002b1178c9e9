import { readFile } from 'node:fs/promises';
import { act, create, expect, guard, openTable, post, seatToken, stateOf, takeSeat, test } from './helper';
import type { Created } from '../../src/wire';

test('a spectator follows the game, sees what both know, and cannot act', async ({ page, server }) => {
  const faults = guard(page, server);
  const created = await create(server, 'goito/battle', { fog: 'on' }, 'link');
  const link = created.links.find((one) => one.role === 'spectator')!;
  await openTable(page, server, link.token);
  await act(server, seatToken(created, 0), 'place standard');
  await takeSeat(server, created, 1);
  await expect(page.getByTestId('prompt')).toContainText(/Wait|activate/);
  const seen = await stateOf(server, link.token);
  expect(seen.table.role).toBe('spectator');
  expect(seen.scene.pieces.length).toBeGreaterThan(15);
  expect(seen.scene.pieces.every((piece) => !piece.face_up)).toBe(true);
  expect(seen.choices).toEqual([]);
  await expect(page.getByTestId('undo')).toBeHidden();
  await expect(page.getByLabel('Say something')).toBeHidden();
  expect(faults).toEqual([]);
});

test('a record and a position become new games; what is neither is refused in words', async ({ page, server }) => {
  const faults = guard(page, server);
  const created = await create(server, 'goito/battle', { fog: 'off' }, 'screen');
  await act(server, created.yours, 'place standard', 0);
  await openTable(page, server, created.yours);
  await page.locator('#tab-game').click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /record/i }).or(page.getByRole('button', { name: /record/i })).first().click();
  const path = await (await download).path();
  const record = await readFile(path, 'utf8');
  expect(record).toContain('goito/battle');

  await page.goto(server);
  await page.getByRole('button', { name: 'Continue from a record' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('no game at all');
  await dialog.getByRole('button').filter({ hasText: /screen/i }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'game.record', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await dialog.getByRole('button').filter({ hasText: /screen/i }).click();
  await page.waitForURL(/\/table/);
  await expect(page.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
  await expect(page.getByTestId('prompt')).toContainText(/activate/i);
  expect(faults).toEqual([]);
});

test('a clock is shown, runs on while nobody moves, and running out offers a way on', async ({ page, server }) => {
  const terms = { take_backs: true, forced: true, clock: { days: 1, reserve_days: 0 }, spectators: 'nothing-hidden' };
  const created = await post<Created>(server, '/api/tables', {
    scenario: 'goito/battle',
    options: { fog: 'on' },
    terms,
    seats: 'link',
    side: 1,
  });
  // Piedmont sits down and must set up; Austria waits.
  await takeSeat(server, created, 0);
  await openTable(page, server, seatToken(created, 1));
  await expect(page.getByText(/Time left: (1d|23h|24h)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Claim the game' })).toBeHidden();

  // The same with a deadline that lies five seconds ahead when the page hears of it.
  await page.routeWebSocket(/api\/live/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      const soon = String(message).replace(/"deadlines":\[\d+,null\](.*?)"now":(\d+)/, (_, between: string, now: string) => `"deadlines":[${Number(now) + 5000},null]${between}"now":${now}`);
      socket.send(soon);
    });
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Claim the game' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Claim the game' })).toBeVisible();
  // By the server's clock the time is not out: it says so, and the game goes on.
  await page.getByRole('button', { name: 'Claim the game' }).click();
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /time/i }).first()).toBeVisible();
  expect((await stateOf(server, seatToken(created, 1))).table.result).toBeNull();
});

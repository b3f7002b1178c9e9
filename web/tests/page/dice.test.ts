// The page adds its part to the dice after the server has sealed its own, keeps both, and checks them when the game is over.

import type { Page } from '@playwright/test';
import { boardReady, create, expect, guard, openTable, sound, stateOf, takeSeat, test, tokenOf } from './helper';

interface Kept {
  commitment: string;
  part: string | null;
}

const keptBy = (page: Page) =>
  page.evaluate((token) => (JSON.parse(localStorage.getItem('capitano.dice') ?? '{}') as Record<string, Kept>)[token], tokenOf(page));

/** Ends the game by resigning, and opens the log. */
async function resign(page: Page): Promise<void> {
  await page.locator('#tab-game').click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('#tab-log').click();
}

const mark = (page: Page) => page.getByTestId('proof');

test('against the computer the dice are proved, and what is forged is found', async ({ page, server }) => {
  const faults = guard(page, server);
  await page.goto(server);
  await page.locator('[data-computer="goito/quick"]').click();
  await page.getByRole('button', { name: 'Piedmont', exact: true }).click();
  // The seal is there before the part is sent, and is kept with it.
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/part'));
  await page.locator('[data-level="random"]').click();
  const { entropy } = (await sent).postDataJSON() as { entropy: string };
  await boardReady(page);
  const token = tokenOf(page);
  const { table } = await stateOf(server, token);
  expect(await keptBy(page)).toEqual({ commitment: table.commitment, part: entropy });
  expect(table.part_due).toBe(false);
  await page.getByRole('button', { name: 'place standard' }).click();
  await expect.poll(async () => (await stateOf(server, token)).feed.some(({ what }) => what.kind === 'told' && !!what.told.dice?.length)).toBe(true);

  await resign(page);
  await expect(mark(page)).toHaveAttribute('data-verdict', 'good');
  await expect(mark(page)).toContainText('The dice are proved');
  await mark(page).locator('summary').click();
  await expect(mark(page)).toContainText(entropy);
  await expect(mark(page)).toContainText(table.commitment!);
  await expect(mark(page)).toContainText('Part of Austria added nothing of its own');
  await page.waitForTimeout(300);
  await page.screenshot({ path: 'shots/proof-good.png' });
  await sound(page, 'proof');

  // The server tells another story afterwards.
  const honest = await (await fetch(`${server}/api/record`, { headers: { authorization: `Bearer ${token}` } })).text();
  const forged: [(text: string) => string, string][] = [
    [(text) => text.replace(/^\* (\d)/m, (_, face: string) => `* ${(Number(face) % 6) + 1}`), 'There is a roll that does not follow from the seed and the parts.'],
    [(text) => text.replace(entropy, '6'.repeat(64)), 'The part that this browser added is not in the dice.'],
    [(text) => text.replace(/^seed .*$/m, `seed ${'7'.repeat(64)}`), 'Seed and salt do not give the seal.'],
    [(text) => text.replace(/^commitment .*$/m, `commitment ${'8'.repeat(64)}`), 'This is not the seal that was shown before the game.'],
  ];
  for (const [forge, words] of forged) {
    expect(forge(honest)).not.toBe(honest);
    await page.route('**/api/record', (route) => route.fulfill({ body: forge(honest) }));
    await page.reload();
    await boardReady(page);
    await page.locator('#tab-log').click();
    await expect(mark(page)).toHaveAttribute('data-verdict', 'bad');
    await mark(page).locator('summary').click();
    await expect(mark(page)).toContainText(words);
    await page.unroute('**/api/record');
  }
  await page.screenshot({ path: 'shots/proof-bad.png' });

  // A browser that kept nothing checks what it can, and claims no more.
  await page.evaluate(() => localStorage.removeItem('capitano.dice'));
  await page.reload();
  await boardReady(page);
  await page.locator('#tab-log').click();
  await expect(mark(page)).toHaveAttribute('data-verdict', 'fits');
  expect(faults).toEqual([]);
});

test('both players of a game by a link have their proof, and a spectator less', async ({ browser, server }) => {
  const [maker, guest, spectator] = await Promise.all([1, 2, 3].map(async () => (await browser.newContext()).newPage()));
  await maker!.goto(server);
  await maker!.locator('[data-scenario="goito/quick"]').click();
  await maker!.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await maker!.getByTestId('link').click();
  await boardReady(maker!);
  await guest!.goto(await maker!.getByTestId('invite').locator('input').inputValue());
  await guest!.getByTestId('take').click();
  await boardReady(guest!);
  await maker!.locator('#tab-game').click();
  await spectator!.goto(await maker!.getByLabel('Spectators').inputValue());
  await boardReady(spectator!);
  const [ours, theirs] = [await keptBy(maker!), await keptBy(guest!)];
  expect(ours!.commitment).toBe(theirs!.commitment);
  expect(ours!.part).not.toBe(theirs!.part);
  await maker!.getByRole('button', { name: 'place standard' }).click();
  await resign(guest!);
  for (const page of [maker!, guest!, spectator!]) await page.locator('#tab-log').click();
  for (const page of [maker!, guest!]) {
    await expect(mark(page)).toHaveAttribute('data-verdict', 'good');
    await mark(page).locator('summary').click();
    for (const { part } of [ours!, theirs!]) await expect(mark(page)).toContainText(part!);
  }
  await expect(mark(spectator!)).toHaveAttribute('data-verdict', 'fits');
  for (const page of [maker!, guest!, spectator!]) await page.context().close();
});

test('at one screen one part is added, and a game made by a program waits for none', async ({ page, browser, server }) => {
  await page.goto(server);
  await page.locator('[data-scenario="goito/quick"]').click();
  await page.getByTestId('screen').click();
  await page.getByTestId('lift').click();
  await boardReady(page);
  expect((await keptBy(page))!.part).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'place standard' }).click();
  await expect(page.getByTestId('prompt')).toContainText(/activate|hand/i);
  await resign(page);
  await expect(mark(page)).toHaveAttribute('data-verdict', 'good');
  await mark(page).locator('summary').click();
  await expect(mark(page)).toContainText('Part of this screen');

  const created = await create(server, 'goito/quick', {}, 'link');
  const guest = await (await browser.newContext({ locale: 'it-IT' })).newPage();
  await openTable(guest, server, await takeSeat(server, created, 1));
  await guest.locator('#tab-game').click();
  await guest.getByRole('button', { name: 'Arrenditi' }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Arrenditi' }).click();
  await guest.locator('#tab-log').click();
  await expect(mark(guest)).toContainText('I dadi corrispondono al sigillo');
  await mark(guest).locator('summary').click();
  await guest.screenshot({ path: 'shots/proof-fits-it.png' });
  await guest.context().close();
});

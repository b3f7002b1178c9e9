// An invitation gives a seat to one player, with a link that nobody else has.

import { type Browser, type Page } from '@playwright/test';
import { boardReady, expect, guard, sound, stateOf, test, tokenOf } from './helper';

/** A game by a link from the front page. Gives the maker's page and the invitation. */
async function invite(browser: Browser, server: string): Promise<{ maker: Page; invitation: string }> {
  const maker = await (await browser.newContext()).newPage();
  await maker.goto(server);
  await maker.locator('[data-scenario="goito/battle"]').click();
  await maker.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await maker.getByTestId('link').click();
  await boardReady(maker);
  return { maker, invitation: await maker.getByTestId('invite').locator('input').inputValue() };
}

test('a guest takes the seat, and the maker has no way to his cards', async ({ browser, server }) => {
  const { maker, invitation } = await invite(browser, server);
  const guest = await (await browser.newContext()).newPage();
  const faults = [guard(maker, server), guard(guest, server)];
  const spent = new URL(invitation).hash.slice(1);

  // The guest sees what he is invited to before he takes it.
  await guest.goto(invitation);
  await expect(guest.getByTestId('invitation')).toContainText('Austria');
  await expect(guest.getByTestId('invitation')).toContainText('Take-backs by consent');
  await expect(guest.getByTestId('own-invitation')).toBeHidden();
  await sound(guest, 'invitation');
  await expect(maker.getByTestId('invite')).toContainText('Your opponent is not here yet');
  await guest.getByLabel('Your name, as ').fill('Radetzky');
  await guest.getByTestId('take').click();
  await boardReady(guest);
  const own = tokenOf(guest);
  expect(own).not.toBe(spent);
  expect((await stateOf(server, own)).table.seat).toBe(1);

  // The maker sees by whom it was taken, at once and later.
  await expect(maker.getByTestId('invite')).toContainText('Radetzky has taken the seat of Austria.');
  await expect(maker.getByTestId('invite').locator('input')).toBeHidden();
  await maker.reload();
  await boardReady(maker);
  await expect(maker.getByTestId('invite')).toBeHidden();
  await maker.locator('#tab-game').click();
  await expect(maker.getByTestId('taken')).toContainText('Radetzky has taken the seat of Austria.');

  // The link that the maker kept opens nothing, in his browser or in a third one.
  const third = await (await browser.newContext()).newPage();
  for (const page of [maker, third]) {
    await page.goto(invitation);
    await expect(page.getByRole('heading', { name: 'This seat is taken' })).toBeVisible();
    await expect(page.getByTestId('board')).toBeHidden();
  }
  // The guest comes back by it, by a reload, and by his list of games.
  await guest.goto('about:blank');
  await guest.goto(invitation);
  await boardReady(guest);
  expect(tokenOf(guest)).toBe(own);
  await guest.reload();
  await boardReady(guest);
  await guest.goto(server);
  await guest.locator(`a[href$="${own}"]`).click();
  await boardReady(guest);
  expect(faults.flat()).toEqual([]);
  for (const page of [maker, guest, third]) await page.context().close();
});

test('who opens his own invitation is told so, and of two guests one is seated', async ({ browser, server }) => {
  const { maker, invitation } = await invite(browser, server);
  const again = await maker.context().newPage();
  await again.goto(invitation);
  await expect(again.getByTestId('own-invitation')).toBeVisible();
  await again.close();

  const guests = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
  for (const guest of guests) {
    await guest.goto(invitation);
    await expect(guest.getByTestId('take')).toBeVisible();
  }
  await Promise.all(guests.map((guest) => guest.getByTestId('take').click()));
  const taken = (guest: Page) => guest.getByRole('heading', { name: 'This seat is taken' });
  await expect.poll(async () => (await Promise.all(guests.map((guest) => taken(guest).isVisible()))).filter(Boolean).length).toBe(1);
  await expect.poll(async () => (await Promise.all(guests.map((guest) => guest.getByTestId('board').isVisible()))).filter(Boolean).length).toBe(1);
  for (const page of [maker, ...guests]) await page.context().close();
});

test('a seat that was sent instead of an invitation is said to be shared', async ({ browser, server }) => {
  const { maker, invitation } = await invite(browser, server);
  const first = await (await browser.newContext()).newPage();
  await first.goto(invitation);
  await first.getByTestId('take').click();
  await boardReady(first);
  await expect(first.getByText('This link was sent to you')).toBeHidden();
  const second = await (await browser.newContext()).newPage();
  await second.goto(first.url());
  await boardReady(second);
  await expect(second.getByText('This link was sent to you')).toBeVisible();
  for (const page of [maker, first, second]) await page.context().close();
});

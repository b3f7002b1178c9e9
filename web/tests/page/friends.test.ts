// Two friends: one invites, the other is greeted; they talk, leave, come back, and each knows which side is his and whose move it is.

import type { Page } from '@playwright/test';
import { act, boardReady, create, expect, guard, openTable, passDice, seatToken, sound, stateOf, takeSeat, test, tokenOf } from './helper';

/** The seat of a side in the top bar. */
const seat = (page: Page, number: number) => page.locator(`.seats [data-seat="${number}"]`);

test('two friends: invite, greet, chat, leave, come back', async ({ browser, server }) => {
  const ada = await (await browser.newContext()).newPage();
  const theirs = await browser.newContext();
  let bob = await theirs.newPage();
  const faults = [guard(ada, server), guard(bob, server)];

  // Ada makes a game and is told that her address leads nowhere but here.
  await ada.goto(server);
  await ada.locator('[data-scenario="goito/battle"]').click();
  await ada.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await ada.getByTestId('link').click();
  await boardReady(ada);
  const invite = ada.getByTestId('invite');
  await expect(invite.getByTestId('loopback')).toContainText('only on this computer');
  await expect(invite.getByTestId('loopback')).toContainText('capitano serve --host 0.0.0.0');
  await expect(seat(ada, 0)).toContainText('you');
  await expect(seat(ada, 0)).toContainText('to move');
  await expect(seat(ada, 1)).not.toContainText('you');
  await expect(ada).toHaveTitle(/^Your move/);
  await sound(ada, 'inviting');
  const invitation = await invite.locator('input').inputValue();

  // Bob is asked for his name, sits down and is greeted.
  await bob.goto(invitation);
  await bob.getByLabel('Your name, as Somebody will see it').fill('Bob');
  await bob.getByTestId('take').click();
  await boardReady(bob);
  const greeting = bob.getByTestId('greet');
  await expect(greeting.getByRole('heading')).toHaveText('Welcome, Bob');
  await expect(greeting).toContainText('You command Austria');
  await expect(greeting).toContainText('commands Piedmont');
  await expect(greeting).toContainText('It is the move of Piedmont');
  await expect(seat(bob, 1)).toContainText('you');
  await expect(seat(bob, 0)).toContainText('to move');
  await expect(bob).not.toHaveTitle(/^Your move/);
  await sound(bob, 'greeting');
  await greeting.getByRole('button', { name: 'To the map' }).click();
  await expect(greeting).toBeHidden();
  await expect(invite).toContainText('Bob has taken the seat of Austria');
  await invite.getByRole('button', { name: 'Close' }).click();

  // What Bob says is counted on Ada's tab until she reads it.
  await bob.locator('#tab-log').click();
  for (const words of ['Hello!', 'I am here.']) {
    await bob.getByLabel('Say something').fill(words);
    await bob.keyboard.press('Enter');
    await expect(bob.getByTestId('log')).toContainText(words);
  }
  const unread = ada.getByTestId('unread');
  await expect(unread).toHaveText('2(2 new messages)');
  await expect(ada.getByRole('tab', { name: 'Log (2 new messages)' })).toBeVisible();
  await expect(ada.getByTestId('spoken')).toHaveText('Bob says: I am here.');
  await sound(ada, 'unread');
  await ada.locator('#tab-log').click();
  await expect(ada.getByTestId('log')).toContainText('I am here.');
  await ada.locator('#tab-orders').click();
  await expect(unread).toBeHidden();
  // One's own words are no news.
  await ada.locator('#tab-log').click();
  await ada.getByLabel('Say something').fill('Good morning.');
  await ada.keyboard.press('Enter');
  await ada.locator('#tab-orders').click();
  await expect(unread).toBeHidden();

  // Bob leaves; Ada sees it, plays and speaks.
  const address = bob.url();
  await bob.close();
  await expect(seat(ada, 1).getByRole('img', { name: 'away' })).toBeVisible();
  await ada.getByRole('button', { name: 'place standard' }).click();
  await expect(seat(ada, 1)).toContainText('Bob');
  await expect(ada.getByTestId('prompt')).toContainText(/activate/i);
  await passDice(ada);
  await ada.locator('#tab-log').click();
  await ada.getByLabel('Say something').fill('Come back!');
  await ada.keyboard.press('Enter');
  await expect(ada.getByTestId('log')).toContainText('Come back!');

  // He comes back by his list of games: to his own seat, told what happened meanwhile, and not greeted twice.
  bob = await theirs.newPage();
  await bob.goto(server);
  await bob.locator('a[href*="/table#"]').first().click();
  await boardReady(bob);
  expect(bob.url()).toBe(address);
  await expect(seat(bob, 1)).toContainText('you');
  await expect(bob.getByTestId('since')).toBeVisible();
  await expect(bob.getByTestId('greet')).toBeHidden();
  await expect(bob.getByTestId('unread')).toHaveText('1(1 new message)');
  await expect(seat(ada, 1).getByRole('img', { name: 'here' })).toBeVisible();
  // Whose move it is, both see alike.
  const { status } = await stateOf(server, tokenOf(bob));
  for (const page of [ada, bob]) await expect(seat(page, status.decide[0]!)).toContainText('to move');
  expect(faults.flat()).toEqual([]);
  await ada.context().close();
  await theirs.close();
});

/** Stands in for the browser's notices, and for a page that nobody looks at. */
function elsewhere(): void {
  const told: string[] = [];
  class Stub {
    static permission = 'default';
    static requestPermission = () => Promise.resolve((Stub.permission = 'granted'));
    onclick: (() => void) | null = null;
    constructor(title: string, { body }: { body: string }) {
      told.push(`${title}: ${body}`);
    }
    close(): void {
      told.push('closed');
    }
  }
  let hidden = false;
  Object.defineProperty(window, 'Notification', { value: Stub });
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.assign(window, {
    told,
    hide: (now: boolean) => {
      hidden = now;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
}

type Away = Window & { told: string[]; hide: (hidden: boolean) => void };

test('the browser gives notice of my move, once a turn, and only if I like', async ({ browser, server }) => {
  const context = await browser.newContext();
  await context.addInitScript(elsewhere);
  const page = await context.newPage();
  const created = await create(server, 'goito/battle', { fog: 'off' }, 'link');
  const [ada, bob] = [seatToken(created, 0), await takeSeat(server, created, 1, { name: 'Bob' })];
  await openTable(page, server, bob);
  const told = () => page.evaluate(() => (window as unknown as Away).told);
  const hide = (hidden: boolean) => page.evaluate((now) => (window as unknown as Away).hide(now), hidden);
  /** Ada passes until Bob must decide. */
  const passes = async () => {
    for (let i = 0; i < 40; i++) {
      const { status, choices } = await stateOf(server, ada);
      if (!status.decide.includes(0)) return;
      const one = choices.find(({ action }) => action === 'pass') ?? choices.find(({ declines }) => declines) ?? choices[0]!;
      await act(server, ada, one.action);
    }
  };
  const bobMoves = async () => {
    for (let i = 0; i < 40; i++) {
      const { status, choices } = await stateOf(server, bob);
      if (!status.decide.includes(1)) return;
      await act(server, bob, (choices.find(({ action }) => action === 'pass') ?? choices.find(({ declines }) => declines) ?? choices[0]!).action);
    }
  };

  // Nobody has asked for it.
  await hide(true);
  await act(server, ada, 'place standard');
  await passes();
  await expect(page).toHaveTitle(/^Your move/);
  expect(await told()).toEqual([]);
  await hide(false);

  // Asked for in the settings, where the browser asks too.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel(/Notify me when it is my move/).check();
  await page.keyboard.press('Escape');
  await hide(true);
  await bobMoves();
  await expect(page).not.toHaveTitle(/^Your move/);
  await passes();
  await expect(page).toHaveTitle(/^Your move/);
  await expect.poll(told).toHaveLength(1);
  expect((await told())[0]).toMatch(/^It is your move: /);
  // Not again in the same turn, however often the move comes back, until the page was looked at.
  const turn = (await stateOf(server, bob)).status.turn;
  await bobMoves();
  await passes();
  const same = (await stateOf(server, bob)).status.turn === turn;
  await expect(page).toHaveTitle(/^Your move/);
  expect(await told()).toHaveLength(same ? 1 : 3);
  await hide(false);
  expect((await told()).at(-1)).toBe('closed');
  await context.close();
});

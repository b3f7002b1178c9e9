// The briefing: who I am, how it is won and how that stands, what I can do, what comes, three hints.

import { act, boardReady, create, expect, guard, openTable, post, sound, takeSeat, test } from './helper';
import type { Page } from '@playwright/test';
import type { Briefing, Catalogue } from '../../src/wire';

/** A visitor who has not been told anything yet. */
async function newcomer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('test-loads') === '1') localStorage.removeItem('capitano.briefed');
  });
}

async function briefingOf(server: string, token: string, as?: number): Promise<Briefing> {
  const answer = await fetch(`${server}/api/briefing${as === undefined ? '' : `?as=${as}`}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Briefing;
}

test('a card briefs who sits down, once, and is one click away afterwards', async ({ page, server }) => {
  const faults = guard(page, server);
  await newcomer(page);
  const { yours } = await create(server, 'goito/quick', { fog: 'off' }, 'link');
  await openTable(page, server, yours);
  const card = page.getByTestId('briefing');
  await expect(page.getByRole('dialog', { name: 'You are Piedmont' })).toBeVisible();
  await expect(card).toContainText("Carlo Alberto's army");
  await expect(card).toContainText('Austria must not hold all of Goito at the end of any turn.');
  await expect(card).toContainText('Austria holds 0 of 2 hexes there.');
  await expect(card.getByTestId('briefing-coming')).toContainText('Benedek brigade can enter at');
  await expect(card.getByTestId('briefing-coming')).toContainText('Turn 5');
  await expect(card.getByTestId('briefing-hints').getByRole('listitem')).toHaveCount(3);
  await sound(page, 'briefing');
  await page.getByTestId('briefing-close').click();
  await expect(card).toBeHidden();

  // It is not shown again unasked, and tells how things stand when it is asked for.
  await act(server, yours, 'place standard');
  await page.reload();
  await boardReady(page);
  await expect(page.getByTestId('prompt')).not.toContainText('Place your pieces');
  await expect(card).toBeHidden();
  await page.keyboard.press('b');
  await expect(card.getByTestId('briefing-now')).toContainText(/\d of 1 activations made: the cap of turn 1|Still to be activated this turn/);
  // Its rules open beside the map.
  await card.locator('.rule').first().click();
  await expect(card).toBeHidden();
  await expect(page.locator('#tab-rules')).toHaveAttribute('aria-selected', 'true');
  expect(faults).toEqual([]);
});

test('each side is briefed for itself, in Italian too', async ({ page, server }) => {
  await newcomer(page);
  await page.addInitScript(() => localStorage.setItem('capitano.settings', '{"language":"it"}'));
  const created = await create(server, 'piacenza/campaign', {}, 'link');
  const guest = await takeSeat(server, created, 1);
  await openTable(page, server, guest);
  await expect(page.getByRole('dialog', { name: 'Il vostro lato: Austria' })).toBeVisible();
  const card = page.getByTestId('briefing');
  await expect(card).toContainText('Siete il principe Liechtenstein');
  await expect(card).toContainText('obiettivi segreti');
  await expect(card).not.toContainText(/\b(the|turn|your)\b/);

  // What the other side chose in secret is told to nobody else.
  const before = await briefingOf(server, guest);
  const state = (await (await fetch(`${server}/api/table`, { headers: { authorization: `Bearer ${created.yours}` } })).json()) as { choices: { action: string; kind: string }[] };
  const first = state.choices.find(({ action }) => action.startsWith('objective'));
  expect(first, JSON.stringify(state.choices.slice(0, 3))).toBeTruthy();
  await act(server, created.yours, first!.action);
  expect(await briefingOf(server, guest)).toEqual(before);
});

test('every scenario briefs both sides', async ({ server }) => {
  const catalogue = (await (await fetch(`${server}/api/catalogue`)).json()) as Catalogue;
  const scenarios = catalogue.games.flatMap(({ scenarios }) => scenarios.map(({ id }) => id));
  expect(scenarios.length).toBeGreaterThan(5);
  for (const scenario of scenarios) {
    const { yours } = await post<{ yours: string }>(server, '/api/tables', { scenario, seats: 'screen' });
    for (const seat of [0, 1]) {
      const told = await briefingOf(server, yours, seat);
      expect(told.seat, scenario).toBe(seat);
      expect(told.who.length, scenario).toBeGreaterThan(40);
      expect(told.hints.length, scenario).toBe(3);
      expect(told.goals.every((goal) => goal.seat === seat && goal.sentence && goal.stands && goal.rule), scenario).toBe(true);
      expect(told.goals.length * told.now.length * told.coming.length, scenario).toBeGreaterThan(0);
    }
  }
});

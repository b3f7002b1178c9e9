import type { Page } from '@playwright/test';
import type { State } from '../../src/wire';
import { boardReady, expect, guard, passDice, stateOf, test, tokenOf } from './helper';

/** Declines what can be declined, and otherwise does the first thing. */
async function decide(page: Page): Promise<void> {
  const declines = page.locator('.choice.declines').first();
  const any = page.locator('.choice').first();
  await any.waitFor({ timeout: 30_000 });
  await ((await declines.isVisible()) ? declines : any).click();
  const commit = page.getByTestId('commit');
  if (await commit.isVisible()) await commit.click();
}

/** What the computer did is shown step by step; there is no need to wait for it. The page then asks what the server asks. */
async function myTurn(page: Page, state: State): Promise<void> {
  const more = page.getByTestId('catch-up');
  const prompt = page.locator('.prompt.mine');
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1000 }).catch(() => undefined);
      return (await prompt.isVisible()) ? Number(await prompt.getAttribute('data-number')) : 0;
    })
    .toBeGreaterThanOrEqual(state.number);
  await passDice(page);
}

test('a game against the recruit from the front page, with a hint', async ({ page, server }) => {
  test.setTimeout(300_000);
  const faults = guard(page, server);
  await page.goto(server);
  // Three clicks at most: against the computer, a side, a level.
  await page.locator('[data-computer="goito/battle"]').click();
  await page.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await page.locator('[data-level="recruit"]').click();
  await expect(page).toHaveURL(/\/table#/);
  await boardReady(page);
  await expect(page.getByText('computer, recruit')).toBeVisible();
  await expect(page.getByTestId('invite')).toBeHidden();
  await page.getByRole('button', { name: 'place standard' }).click();

  // Through the first turns, as a cautious commander would.
  const token = tokenOf(page);
  let hinted = false;
  let state: State = await stateOf(server, token);
  for (let i = 0; i < 200 && state.status.turn < 3; i++) {
    if (!state.status.decide.includes(0)) {
      await page.waitForTimeout(50);
    } else {
      await myTurn(page, state);
      if (!hinted && state.choices.some(({ action }) => action.startsWith('activate'))) {
        hinted = true;
        await page.keyboard.press('h');
        const hint = page.getByTestId('hint');
        await expect(hint).toContainText('%', { timeout: 60_000 });
        await expect(hint).toContainText('Chances of winning');
        const { number } = await stateOf(server, token);
        await page.getByTestId('hint-play').click();
        await expect(hint).toBeHidden();
        await expect.poll(async () => (await stateOf(server, token)).number).toBeGreaterThan(number);
      } else {
        await decide(page);
        await expect.poll(async () => (await stateOf(server, token)).number).toBeGreaterThan(state.number);
      }
    }
    state = await stateOf(server, token);
  }
  expect(hinted).toBe(true);
  expect(state.status.turn).toBeGreaterThanOrEqual(3);
  await page.locator('#tab-log').click();
  await expect(page.getByTestId('log')).toContainText('Austria');

  await page.goto(server);
  await expect(page.getByText('Piedmont against the computer (recruit)').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('computer against computer is watched, paused and sped up', async ({ page, browser, server }) => {
  const faults = guard(page, server);
  await page.goto(server);
  await page.locator('[data-scenario="goito/battle"]').click();
  await page.getByTestId('watch').click();
  await page.getByTestId('watch-0').selectOption('random');
  await page.getByTestId('watch-1').selectOption('recruit');
  await page.getByTestId('watch-start').click();
  await expect(page).toHaveURL(/\/table#/);
  await boardReady(page);
  await expect(page.getByTestId('prompt')).toContainText('is thinking');
  await expect(page.getByTestId('ask-hint')).toBeHidden();
  const token = tokenOf(page);
  const number = async () => (await stateOf(server, token)).number;
  const begun = await number();
  await expect.poll(number).toBeGreaterThan(begun);

  await page.getByTestId('pause').click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  const still = await number();
  await page.waitForTimeout(1500);
  expect(await number()).toBe(still);
  await page.locator('[data-speed="fast"]').click();
  await expect(page.locator('[data-speed="fast"]')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(number).toBeGreaterThan(still + 3);

  // Spectators see how it goes and have no say in it.
  const links = await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('capitano.links')!) as Record<string, { role: string; token: string }[]>).flat());
  const spectator = await (await browser.newContext()).newPage();
  await spectator.goto(`${server}/table#${links.find(({ role }) => role === 'spectator')!.token}`);
  await boardReady(spectator);
  await expect(spectator.getByTestId('pace')).toContainText('Two computers are playing.');
  await expect(spectator.getByTestId('pause')).toBeHidden();
  await page.getByTestId('pause').click();
  await expect(spectator.getByTestId('pace')).toContainText('paused');
  await spectator.context().close();

  await page.goto(server);
  await expect(page.getByText('Computer against computer').first()).toBeVisible();
  expect(faults).toEqual([]);
});

for (const level of ['random', 'recruit', 'sergeant', 'captain']) {
  test(`a short game against the ${level} to its end`, async ({ page, server }) => {
    test.setTimeout(600_000);
    const faults = guard(page, server);
    await page.goto(server);
    await page.locator('[data-computer="goito/quick"]').click();
    await page.getByRole('button', { name: 'Piedmont', exact: true }).click();
    await page.locator(`[data-level="${level}"]`).click();
    await expect(page).toHaveURL(/\/table#/);
    await boardReady(page);
    await page.getByRole('button', { name: 'place standard' }).click();
    const token = tokenOf(page);
    let state: State = await stateOf(server, token);
    while (!state.status.outcome) {
      if (state.status.decide.includes(0)) {
        const { number } = state;
        await myTurn(page, state);
        await decide(page);
        await expect.poll(async () => (await stateOf(server, token)).number).toBeGreaterThan(number);
      } else {
        await page.waitForTimeout(30);
      }
      state = await stateOf(server, token);
    }
    await expect(page.locator('.prompt.ended')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByTestId('prompt')).toContainText(state.status.outcome.how, { ignoreCase: true });
    expect(faults).toEqual([]);
  });
}

test('two recruits play the short game to its end, and the page follows it there', async ({ page, server }) => {
  // A thousand steps, each at least 60 ms after the other.
  test.setTimeout(600_000);
  const faults = guard(page, server);
  await page.goto(server);
  await page.locator('[data-scenario="goito/quick"]').click();
  await page.getByTestId('watch').click();
  await page.getByTestId('watch-0').selectOption('recruit');
  await page.getByTestId('watch-1').selectOption('recruit');
  await page.getByTestId('watch-start').click();
  await expect(page).toHaveURL(/\/table#/);
  await boardReady(page);
  await page.locator('[data-speed="fast"]').click();
  await expect(page.locator('.prompt.ended')).toBeVisible({ timeout: 570_000 });

  const token = tokenOf(page);
  const { status, table } = await stateOf(server, token);
  const result = table.result ?? status.outcome!;
  expect(status.turn).toBeLessThanOrEqual(status.turns);
  const winner = result.winner === null ? 'draw' : table.seats[result.winner]!.side;
  await expect(page.getByTestId('prompt')).toContainText(new RegExp(winner, 'i'));
  await expect(page.getByTestId('prompt')).toContainText(result.how, { ignoreCase: true });
  await expect(page.locator('.choice')).toHaveCount(0);
  await expect(page.getByTestId('log')).toContainText('Austria');
  // Nothing is hidden any more: the record can be had, and the game be seen again.
  const record = await fetch(`${server}/api/record`, { headers: { authorization: `Bearer ${token}` } });
  expect(record.status).toBe(200);
  await page.screenshot({ path: 'shots/over.png' });
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByTestId('replay-bar')).toBeVisible();
  expect(faults).toEqual([]);
});

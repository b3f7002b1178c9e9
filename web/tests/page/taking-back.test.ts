import type { Created, State } from '../../src/wire';
import { expect, openTable, passDice, post, stateOf, test } from './helper';

/** The dice that fell, line by line, of what was not taken back. */
function fallen(state: State, from: number): number[][] {
  return state.feed.slice(from).flatMap(({ what }) => (what.kind === 'told' && what.told.dice?.length ? [what.told.dice] : []));
}

test('who takes back against the computer and tries again gets the same dice', async ({ page, server }) => {
  const terms = { take_backs: true, forced: true, clock: null, spectators: 'nothing-hidden' };
  const created: Created = await post(server, '/api/tables', { scenario: 'goito/quick', options: {}, terms, seats: 'link', side: 0, players: ['human', 'recruit'] });
  const token = created.yours;
  await openTable(page, server, token);
  await page.getByRole('button', { name: 'place standard' }).click();
  // Until she can try to activate a formation, which is rolled for.
  let state = await stateOf(server, token);
  const mine = ({ status, choices }: State) => status.decide.includes(0) && choices.some(({ action }) => action.startsWith('activate'));
  for (let i = 0; i < 400 && !mine(state); i++) {
    if (state.status.decide.includes(0)) {
      await page.getByTestId('catch-up').click({ timeout: 200 }).catch(() => undefined);
      await post(server, '/api/act', { on: state.number, id: `wait-${i}`, action: (state.choices.find(({ declines }) => declines) ?? state.choices[0]!).action }, token).catch(() => undefined);
    }
    await page.waitForTimeout(30);
    state = await stateOf(server, token);
  }
  const action = state.choices.find(({ action }) => action.startsWith('activate'))!.action;
  const rolls: number[][] = [];
  for (let i = 0; i < 3; i++) {
    const from = state.feed.length;
    await post(server, '/api/act', { on: (await stateOf(server, token)).number, id: `try-${i}`, action }, token);
    rolls.push(fallen(await stateOf(server, token), from)[0]!);
    expect(rolls[i]).toBeDefined();
    await page.reload();
    await passDice(page);
    // The page offers it, though dice were rolled; the computer consents, and the dice stay as they fell.
    await page.getByTestId('ask-back').click();
    await expect.poll(async () => mine(await stateOf(server, token))).toBe(true);
    state = await stateOf(server, token);
  }
  expect(rolls[1]).toEqual(rolls[0]);
  expect(rolls[2]).toEqual(rolls[0]);
});

// Piacenza, 1746 in the browser: who can be played against, and some turns of its shortest scenario by clicks.

import type { Page } from '@playwright/test';
import type { Choice, Created, State } from '../../src/wire';
import { act, boardOf, boardReady, clickHex, create, expect, guard, openTable, passDice, post, seatToken, stateOf, takeSeat, test } from './helper';

test('Piacenza is listed with its scenarios and with the players that know it', async ({ page, server }) => {
  await page.goto(server);
  await expect(page.locator('[data-scenario^="piacenza/"]')).toHaveCount(4);
  await page.locator('[data-computer="piacenza/gossolengo"]').click();
  await expect(page.locator('[data-level]')).toHaveCount(4);
  await expect(page.locator('[data-level="captain"]')).toBeVisible();
});

test('the recruit plays Piacenza', async ({ page, server }) => {
  await page.goto(server);
  await page.locator('[data-computer="piacenza/gossolengo"]').click();
  await page.locator('[data-level="recruit"]').click();
  await boardReady(page);
  // Austria sets up first, whoever plays it.
  await expect(page.getByTestId('prompt')).toContainText('Set up', { timeout: 30_000 });
  await page.locator('[data-action="done"]').click();
  await expect(page.getByTestId('prompt')).not.toContainText('Set up', { timeout: 30_000 });
});

/** A middling general: draws lines, goes up to the enemy, attacks when he can. */
class General {
  private chance = 7;
  private below(n: number): number {
    this.chance = (this.chance * 1103515245 + 12345) % 2147483648;
    return Math.floor((this.chance / 2147483648) * n);
  }
  private one = (list: Choice[]): Choice => list[this.below(list.length)]!;

  choose({ choices, scene, status, table }: State): Choice {
    const of = (...kinds: string[]) => choices.filter(({ kind }) => kinds.includes(kind));
    const kind = status.prompt.kind;
    if (kind === 'setup') return of('done')[0]!;
    if (kind === 'march' && of('draw').length > 0) return of('draw')[0]!;
    if (kind === 'draw') return of('done')[0] ?? this.one(of('assign'));
    if (kind === 'move') {
      const attacks = of('melee', 'charge');
      if (attacks.length > 0) return this.one(attacks);
      const at = (hex: string) => [Number(hex.slice(0, 2)), Number(hex.slice(2))] as const;
      const foes = scene.pieces.flatMap((piece) => (piece.hex && piece.seat !== table.seat && piece.size > 0 ? [at(piece.hex)] : []));
      const far = (hex: string) => Math.min(...foes.map(([x, y]) => Math.hypot((at(hex)[0] - x) * 0.87, at(hex)[1] - y)));
      const steps = of('step').sort((a, b) => far(a.hex!) - far(b.hex!));
      return steps.length > 0 && this.below(8) > 0 ? steps[0]! : this.one(choices);
    }
    const busy = choices.filter(({ declines }) => !declines);
    return busy.length > 0 && this.below(8) > 0 ? this.one(busy) : this.one(choices);
  }
}

test('the first moves of Gossolengo are played by clicks on the map and in the lists', async ({ page, server }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = guard(page, server);
  await page.goto(server);
  await page.locator('[data-scenario="piacenza/gossolengo"]').click();
  await page.getByTestId('screen').click();
  // Nothing is hidden in this scenario: there is no curtain.
  await boardReady(page);
  const token = page.url().split('#')[1]!;
  const board = await boardOf(server, 'piacenza');
  expect(board.facings[0]).toBe(30);

  const clicked: Record<string, number> = {};
  const choose = async (choice: Choice, state: State) => {
    const prompt = state.status.prompt.kind;
    if (prompt === 'draw' && choice.declines) await page.getByTestId('course-done').click();
    else if (choice.hex && choice.kind !== 'turn' && (clicked[choice.kind] ?? 0) < 3) {
      // By the map: the hex, and who is meant if it can mean several.
      clicked[choice.kind] = (clicked[choice.kind] ?? 0) + 1;
      await clickHex(page, board, choice.hex);
      const meant = page.getByRole('group', { name: 'Choices for this hex' }).getByRole('button', { name: choice.sentence, exact: true }).first();
      if (state.choices.filter(({ hex }) => hex === choice.hex).length > 1 && (await shows(meant))) await meant.click();
    } else await byList(choice);
  };
  /** By the list: what was looked at before is let go, for it shortens the list; then by the unit that acts, if need be. */
  const byList = async (choice: Choice) => {
    const button = page.locator(`[data-action="${choice.action}"]`);
    const all = page.getByRole('button', { name: 'Show all' });
    if (!(await shows(button)) && (await all.isVisible())) await all.click();
    if (!(await shows(button)) && choice.units?.[0]) await page.locator(`[data-unit="${choice.units[0]}"]`).first().click({ timeout: 5000 });
    await button.first().click({ timeout: 5000 });
  };
  const shows = async (what: ReturnType<Page['locator']>) =>
    what.first().waitFor({ timeout: 1500 }).then(() => true, () => false);
  // What leads to dice shows its chances first.
  const commit = async (choice: Choice) => {
    const button = page.getByTestId('commit');
    if (choice.odds && (await button.waitFor({ timeout: 600 }).then(() => true, () => false))) await button.click();
  };

  const general = new General();
  const kinds = new Set<string>();
  let declared = false;
  const wanted = ['setup', 'movement', 'march', 'draw', 'move', 'commander'];
  for (let i = 0; i < 160; i++) {
    if (i > 30 && declared && wanted.every((kind) => kinds.has(kind))) break;
    const { status, table } = await stateOf(server, token);
    if (status.outcome || table.result || (status.turn >= 7 && kinds.has('reorganize')) || status.turn >= 8) break;
    const seat = status.decide[0]!;
    const state = await stateOf(server, token, seat);
    kinds.add(state.status.prompt.kind);
    if (state.status.prompt.kind === 'draw') await expect(page.getByTestId('course')).toBeVisible();
    await passDice(page);
    const choice = general.choose(state);
    await choose(choice, state);
    await commit(choice);
    declared ||= state.status.prompt.kind === 'draw' && choice.kind === 'done';
    // Where the click did something else (a menu, another counter on top), the list does it.
    const moved = () => stateOf(server, token, seat).then(({ number, status: now }) => number !== state.number || now.decide[0] !== seat);
    await expect
      .poll(moved, { timeout: 3000 })
      .toBe(true)
      .catch(async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await byList(choice);
        await commit(choice);
        await expect.poll(moved).toBe(true);
      });
    if (state.status.prompt.kind === 'fire' && !choice.declines) await expect(page.getByTestId('volley').or(page.getByTestId('result'))).toBeVisible();
  }
  for (const kind of wanted) expect([...kinds]).toContain(kind);
  await page.locator('#tab-log').click();
  await expect(page.getByTestId('log')).toContainText('Line:');
  // The dice have ten sides, and are counted so.
  await page.locator('#tab-game').click();
  await expect(page.locator('.faces').first().locator('.face')).toHaveText(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(faults).toEqual([]);
});

/** The rulebook's example of fire: A and B are the guards, C and D Reina and Castilla; X, Y and Z Daun, Haganbach and Traun. */
const FIRE = {
  scenario: 'piacenza/campaign',
  only_listed: true,
  activate: { wing: 'fs-lw', segment: 'combat' },
  units: {
    'guardias-espanolas': '3815', 'guardias-valonas': '3814', 'reina-inf': '3813', 'castilla-inf': '4012',
    'daun-ir': '3914', 'haganbach-ir': '3913', 'traun-ir': '4013',
  },
  leaders: { 'cic-felipe': '3709', 'cic-liechtenstein': '4217', 'fc-douchez': '3814', 'fc-kheul': '3914', 'fc-barnklau': '4013' },
};

/** What each of them is said to fire with: modifiers with their rules, the sum, strength and column. */
const RECKONED: Record<string, { shot: string; modifiers: [string, string, string][]; sum: string; strength: string }> = {
  a: { shot: 'fs-guardias-espanolas', modifiers: [['Fire Bonus: strength', '+1', '9.1.4a'], ['depth: column', '-1', '9.1.7'], ['Cover Level 1', '-2', '8.2a']], sum: '-2', strength: '3 SP with a Fire Bonus of 1, column Extended, from Intense for depth' },
  b: { shot: 'fs-guardias-valonas', modifiers: [['Fire Bonus: strength', '+1', '9.1.4a'], ['depth: column', '-1', '9.1.7'], ['Cover Level 1', '-2', '8.2a']], sum: '-2', strength: '3 SP with a Fire Bonus of 1, column Extended, from Intense for depth' },
  c: { shot: 'fs-reina-inf', modifiers: [['Fire Bonus: strength', '+1', '9.1.4a'], ['depth: column', '-1', '9.1.7'], ['Cover Level 1', '-2', '8.2a']], sum: '-2', strength: '2 SP with a Fire Bonus of 1, column Normal, from Extended for depth' },
  d: { shot: 'fs-castilla-inf', modifiers: [['depth: column', '-1', '9.1.7'], ['Cover Level 2', '-3', '8.2a'], ['not side by side', '-2', '9.1.3'], ['never below -4', '+1', '8.2b']], sum: '-4', strength: '2 SP, column Normal, from Extended for depth' },
  x: { shot: 'au-daun-ir', modifiers: [['Fire Bonus: strength', '+1', '9.1.4a'], ['depth: column', '-1', '9.1.7']], sum: '0', strength: '3 SP with a Fire Bonus of 1, column Extended, from Intense for depth' },
  y: { shot: 'au-haganbach-ir', modifiers: [['Fire Bonus: strength', '+1', '9.1.4a'], ['depth: column', '-1', '9.1.7']], sum: '0', strength: '3 SP with a Fire Bonus of 1, column Extended, from Intense for depth' },
  z: { shot: 'au-traun-ir', modifiers: [['Fire Bonus: strength', '+2', '9.1.4a'], ['depth: column', '-1', '9.1.7'], ['not side by side', '-2', '9.1.3']], sum: '-2', strength: '2 SP with a Fire Bonus of 2, column Extended, from Intense for depth' },
};

test('the Fire example of the rulebook, modifier by modifier, before any die is rolled', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = guard(page, server);
  const created = await post<Created>(server, '/api/import', { setup: FIRE, seats: 'screen', side: 1 });
  const token = created.yours;
  await openTable(page, server, token);
  // Objectives are hidden in this scenario: the screen goes from hand to hand.
  await page.getByTestId('lift').click();

  /** The card of a shot that is considered: every modifier with its rule and value, the sum, strength and column, all chances. */
  const considered = async (key: string, action: string) => {
    const { modifiers, sum, strength } = RECKONED[key]!;
    await page.locator(`[data-action="${action}"]`).first().click();
    const card = page.getByTestId('fight');
    const rows = card.getByTestId('modifiers').locator('tbody tr');
    await expect(rows).toHaveText([...modifiers.map(([label, value, rule]) => new RegExp(`^${label}\\s*${escaped(value)}\\s*§ ${escaped(rule)}$`)), new RegExp(`^Total on the die\\s*${escaped(sum)}\\s*$`)]);
    await expect(card).toContainText(strength);
    const chances = await card.locator('[data-share]').evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-share'))));
    expect(chances.length).toBeGreaterThan(1);
    expect(chances.reduce((all, chance) => all + chance, 0)).toBeCloseTo(1);
    await card.getByRole('button', { name: 'Commit' }).click();
  };
  /** The same in the panel of the volley, where all that is declared stands. */
  const declared = async (keys: string) => {
    const volley = page.getByTestId('volley');
    await expect(volley.locator('[data-shot]')).toHaveCount(keys.length);
    for (const key of keys) {
      const { shot, modifiers, sum, strength } = RECKONED[key]!;
      const card = volley.locator(`[data-shot="${shot}"]`);
      await expect(card.getByTestId('reckoning')).toContainText(strength);
      for (const [label, value, rule] of modifiers) await expect(card).toContainText(`${value} ${label} § ${rule}`);
      await expect(card).toContainText(`${sum} on the die in total`);
      await expect(card).toContainText('%');
    }
  };

  // A and B at X, C at Y, D at Z.
  await considered('a', 'fire fs-guardias-espanolas 3914');
  await considered('b', 'fire fs-guardias-valonas 3914');
  await considered('c', 'fire fs-reina-inf 3913');
  await declared('abc');
  await considered('d', 'fire fs-castilla-inf 4013');
  await page.getByTestId('hand-over').click();
  await page.getByTestId('lift').click();
  // X must choose between A and B; Y answers C, Z answers D.
  await expect(page.locator('[data-action="answer au-daun-ir fs-guardias-espanolas"]')).toBeVisible();
  await expect(page.locator('[data-action="answer au-daun-ir fs-reina-inf"]')).toHaveCount(0);
  await considered('x', 'answer au-daun-ir fs-guardias-valonas');
  await considered('y', 'answer au-haganbach-ir fs-reina-inf');
  // Both sides' targets stand there, and no die has fallen.
  await declared('abcdxy');
  await expect(page.getByTestId('volley')).toContainText('Franco-Spanish fires');
  await expect(page.getByTestId('volley')).toContainText('Austria answers');
  expect((await stateOf(server, token, 1)).feed.filter(({ what }) => what.kind === 'told' && what.told.dice?.length)).toEqual([]);
  await page.screenshot({ path: 'shots/piacenza-fire-example.png' });
  await considered('z', 'answer au-traun-ir fs-castilla-inf');
  // Then seven dice, each with what was added to it: on the card of what came of it, and when it is read in the panel of the volley.
  const result = page.getByTestId('result');
  await expect(result.locator('.roll', { hasText: 'Castilla Inf. fires' })).toContainText('-3 Cover Level 2 § 8.2a');
  await expect(result.locator('.roll', { hasText: 'Castilla Inf. fires' }).getByTestId('makes')).toContainText('-4 =');
  await page.screenshot({ path: 'shots/piacenza-volley-result.png' });
  await passDice(page);
  await expect(page.getByTestId('volley').locator('.roll')).toHaveCount(7);
  await expect(page.locator('[data-shot="fs-castilla-inf"] .roll')).toContainText('-3 Cover Level 2 § 8.2a');
  expect(faults).toEqual([]);
});

/** Calatrava's horse before Palffy's cuirassiers, on open ground. */
const CHARGE = {
  scenario: 'piacenza/campaign',
  only_listed: true,
  activate: { wing: 'fs-rs', segment: 'movement' },
  units: { 'calatrava-cav': '4524', 'alcantara-cav': '4523', 'palffy-cuir-1': '4824', 'dessewffy-hus': '5025' },
  leaders: { 'cic-felipe': '4209', 'cic-liechtenstein': '4615', 'fc-villadarias': '4522', 'fc-serbelloni': '5226' },
};

test('a Charge is weighed before it is ridden, the countercharge with it', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = guard(page, server);
  const created = await post<Created>(server, '/api/import', { setup: CHARGE, seats: 'screen', side: 1 });
  const token = created.yours;
  for (const action of ['formation fs-rs-villadarias', 'take fs-calatrava-cav', 'step 4624', 'step 4724']) await act(server, token, action, 0);
  await openTable(page, server, token);
  await page.getByTestId('lift').click();
  await page.locator('[data-action="charge fs-calatrava-cav 4824"]').first().click();
  const card = page.getByTestId('fight');
  await expect(card.getByTestId('modifiers')).toContainText(/charge: column\s*\+1\s*§ 10\.3b/);
  await expect(card).toContainText('Countercharge at full strength: 2 to 2, column 3:2');
  const chances = await card.locator('[data-share]').evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-share'))));
  expect(chances.length).toBeGreaterThan(1);
  expect(chances.reduce((all, chance) => all + chance, 0)).toBeCloseTo(1);
  await page.screenshot({ path: 'shots/piacenza-charge.png' });
  await card.getByRole('button', { name: 'Commit' }).click();
  expect((await stateOf(server, token, 0)).feed.some(({ what }) => what.kind === 'told' && JSON.stringify(what.told).includes('is to charge'))).toBe(true);
  expect(faults).toEqual([]);
});

test('guns are turned by a rose in the set-up, and a proposed Line marches', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = guard(page, server);
  const created = await create(server, 'piacenza/campaign', {}, 'link');
  const [spain, austria] = [seatToken(created, 0), await takeSeat(server, created, 1, { name: 'player 1' })];
  for (let i = 0; i < 4; i++) await act(server, spain, (await stateOf(server, spain)).choices[0]!.action);

  await openTable(page, server, austria);
  const roses = page.getByTestId('rose');
  await expect(roses).toHaveCount(6);
  const turn = (await stateOf(server, austria)).choices.find(({ kind }) => kind === 'turn')!;
  await page.locator(`[data-action="${turn.action}"]`).click();
  const faces = async () => (await stateOf(server, austria)).scene.pieces.find(({ id }) => id === turn.units![0])!.facing;
  await expect.poll(faces).toBe(turn.facing);
  await act(server, austria, 'done');
  await act(server, spain, 'done');

  // The left wing opens the battle: a formation is taken in hand, and a Line chosen among those proposed.
  await openTable(page, server, spain);
  await page.locator('[data-action="formation fs-lw-douchez"]').click();
  await page.locator('[data-action="draw"]').click();
  const plan = page.getByTestId('plan').first();
  await plan.getByRole('button').first().click();
  await expect(plan).toContainText('Who goes where');
  await expect(plan.locator('tbody th')).toHaveCount(4);
  await expect(plan).toContainText('MP');
  await page.getByTestId('plan-march').click();
  const told = async () => (await stateOf(server, spain)).feed.flatMap(({ what }) => (what.kind === 'told' ? [what.told.kind] : []));
  await expect.poll(told).toContain('move');
  expect(await told()).toContain('line');
  expect(faults).toEqual([]);
});

test('a click on a far hex shows the way there and its cost, and goes it', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const setup = {
    scenario: 'piacenza/campaign',
    only_listed: true,
    activate: { wing: 'fs-rs', segment: 'movement' },
    units: { 'calatrava-cav': '3816', 'alcantara-cav': '3815', 'kohary-dr': '4016' },
    leaders: { 'cic-felipe': '3709', 'fs-wc-castelar': '3817', 'fc-villadarias': '3815', 'cic-liechtenstein': '4217' },
  };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 0 });
  await openTable(page, server, yours);
  await page.getByTestId('lift').click();
  await page.locator('[data-action="formation fs-rs-villadarias"]').click();
  await page.locator('[data-action^="take fs-alcantara-cav"]').first().click();
  await expect(page.getByTestId('prompt')).toContainText('Alcantara Cav.: where to?');
  await clickHex(page, await boardOf(server, 'piacenza'), '3713');
  await expect(page.getByTestId('way')).toContainText('to 3713 for');
  await page.getByTestId('go').click();
  await expect.poll(async () => (await stateOf(server, yours, 0)).scene.pieces.find(({ id }) => id === 'fs-alcantara-cav')!.hex).toBe('3713');
});

test('at the end the objectives are shown', async ({ page, server }) => {
  const setup = { scenario: 'piacenza/campaign', turn: 12, phase: 'end', objectives: ['3526', '3438', '2834', '4814'] };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 0 });
  await openTable(page, server, yours);
  const end = page.getByTestId('end');
  await expect(end).toContainText('Austria wins: victory');
  await expect(end).toContainText('Victory points');
  await expect(end.getByRole('row', { name: /Castellaro.*chosen objective.*Nobody/ })).toBeVisible();
  await expect(end.getByRole('row', { name: /San Lazzaro.*possible objective.*Austria/ })).toBeVisible();
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// Advice is a course that is kept: shown as a whole, done step by step, or led by the computer to the end of the activation.

import type { Page } from '@playwright/test';
import type { Created, Hint, State } from '../../src/wire';
import { expect, openTable, passDice, post, stateOf, test } from './helper';

/** Benedek's brigade is to place its markers, with the enemy some way off. */
const MARKERS = {
  scenario: 'goito/battle',
  options: { fog: 'off' },
  only_listed: true,
  side: 'austria',
  activate: { formation: 'benedek', stage: 'declare' },
  units: { '33-gyulai': { hex: '1617', facing: 'N' }, '21-paumgarten': { hex: '1618', facing: 'N' }, '4-grenzer': 'column', '5-aosta': { hex: '1409', facing: 'S' } },
  leaders: { benedek: '1618' },
};
const TERMS = { take_backs: true, forced: false, clock: null, spectators: 'nothing-hidden', hints: true };
const AUSTRIA = 1;

async function table(page: Page, server: string): Promise<string> {
  const { yours } = await post<Created>(server, '/api/import', { setup: MARKERS, terms: TERMS, seats: 'screen', side: AUSTRIA });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openTable(page, server, yours);
  return yours;
}

/** Where the seat's pieces are. */
const places = ({ scene }: State) => new Map(scene.pieces.flatMap(({ id, hex, seat }) => (hex && seat === AUSTRIA ? [[id, hex]] : [])));

test('a hint is a course: whole on the board and in the list, and each step leads to the next of the same', async ({ page, server }) => {
  test.setTimeout(180_000);
  const token = await table(page, server);
  const card = page.getByTestId('hint');
  const said = async () => [(await card.locator('.choice').textContent())!, ...(await card.getByTestId('hint-steps').locator('li').allTextContents())];
  let advice = page.waitForResponse((answer) => answer.url().endsWith('/api/hint'));
  await page.getByTestId('ask-hint').click();
  const first = (await (await advice).json()) as Hint;
  expect(first.steps.length).toBeGreaterThan(3);
  await expect(page.getByTestId('hint-play')).toBeVisible({ timeout: 60_000 });
  expect(await said()).toEqual(first.steps.map(({ sentence }) => sentence));

  // On the board: who goes where, numbered as in the list; he who comes onto the map begins where he enters.
  const drawn = (await page.getByTestId('board').getAttribute('data-course'))!.split(' ');
  const going = first.steps.flatMap(({ kind, hex }, i) => (hex && (kind === 'step' || kind === 'enter') ? [`${i + 1}:`] : []));
  expect(going.length).toBeGreaterThan(1);
  for (const step of going) expect(drawn.some((line) => line.startsWith(step)), `${step} in ${drawn.join(' ')}`).toBe(true);
  await page.screenshot({ path: 'shots/hint-course.png' });

  // Step by step: the next hint is the rest of the same course, and says what is offered.
  let rest = first.steps;
  let done = 0;
  while (rest.length > 1 && done < 12) {
    const { number } = await stateOf(server, token, AUSTRIA);
    advice = page.waitForResponse((answer) => answer.url().endsWith('/api/hint'));
    await page.getByTestId('hint-play').click();
    const next = (await (await advice).json()) as Hint;
    expect(next.steps.map(({ sentence }) => sentence)).toEqual(rest.slice(1).map(({ sentence }) => sentence));
    const state = await stateOf(server, token, AUSTRIA);
    expect(state.number).toBeGreaterThan(number);
    expect(state.choices.find(({ action }) => action === next.action)?.sentence).toBe(next.steps[0]!.sentence);
    await expect(page.getByTestId('hint-play')).toBeVisible({ timeout: 60_000 });
    rest = next.steps;
    done++;
  }
  expect(done).toBeGreaterThan(3);

  // A step of one's own upsets it; the next advice is a new course from there.
  await page.keyboard.press('Escape');
  const other = (await stateOf(server, token, AUSTRIA)).choices.find(({ action }) => action !== rest[0]!.action)!;
  await page.locator(`[data-action="${other.action}"]`).first().click();
  await passDice(page);
  advice = page.waitForResponse((answer) => answer.url().endsWith('/api/hint'));
  await page.getByTestId('ask-hint').click();
  const anew = (await (await advice).json()) as Hint;
  expect((await stateOf(server, token, AUSTRIA)).choices.find(({ action }) => action === anew.action)?.sentence).toBe(anew.steps[0]!.sentence);
});

test('the computer leads an activation to its end, and nobody goes to and fro', async ({ page, server }) => {
  test.setTimeout(180_000);
  const token = await table(page, server);
  const been = new Map<string, string[]>();
  const back: string[] = [];
  await page.getByTestId('ask-hint').click();
  await expect(page.getByTestId('hint-lead')).toBeVisible({ timeout: 60_000 });
  const before = await stateOf(server, token, AUSTRIA);
  // Every position on the way is seen by the page, and asked for here.
  page.on('response', (answer) => {
    if (!answer.url().endsWith('/api/act')) return;
    void answer.json().then(({ update }: { update?: { scene?: { pieces?: { id: string; hex?: string; seat: number }[] } } }) => {
      for (const { id, hex, seat } of update?.scene?.pieces ?? []) {
        const hexes = been.get(id) ?? [];
        if (!hex || seat !== AUSTRIA || hexes.at(-1) === hex) continue;
        if (hexes.includes(hex)) back.push(`${id} in ${hex}`);
        been.set(id, [...hexes, hex]);
      }
    });
  });
  for (const [id, hex] of places(before)) been.set(id, [hex]);
  await page.getByTestId('hint-lead').click();
  await expect(page.getByTestId('hint-stop')).toBeVisible();
  await expect(page.getByTestId('hint-stop')).toBeHidden({ timeout: 120_000 });
  const after = await stateOf(server, token, AUSTRIA);
  expect(after.status.phase).not.toBe(before.status.phase);
  expect(back).toEqual([]);
  // Somebody has gone somewhere.
  expect([...places(after)].some(([id, hex]) => places(before).get(id) !== hex)).toBe(true);
});

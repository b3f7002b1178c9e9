import type { Created } from '../../src/wire';
import { act, boardOf, clickHex, expect, openTable, passDice, post, seatToken, stateOf, takeSeat, test } from './helper';

/** Benedek's brigade is to place its markers, with one battalion of the enemy before it. */
const BEFORE_THE_ENEMY = {
  scenario: 'goito/battle',
  options: { fog: 'off' },
  only_listed: true,
  side: 'austria',
  activate: { formation: 'benedek', stage: 'declare' },
  units: { '33-gyulai': { hex: '1614', facing: 'N' }, '21-paumgarten': { hex: '1615', facing: 'N' }, '5-aosta': { hex: '1512', facing: 'S' } },
  leaders: { benedek: '1615' },
};

test('the path of a hobbyist: declare, fight, result, undo, look up, replay, shared moment', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const terms = { take_backs: true, forced: true, clock: null, spectators: 'nothing-hidden' };
  const created = await post<Created>(server, '/api/import', { setup: BEFORE_THE_ENEMY, terms, seats: 'link', side: 1 });
  const maker = seatToken(created, 1);
  const guest = await takeSeat(server, created, 0);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' });
  await context.addInitScript(([token, links]) => localStorage.setItem('capitano.links', JSON.stringify({ [token as string]: links })), [maker, created.links] as const);
  const page = await context.newPage();
  await openTable(page, server, maker);
  const map = await boardOf(server, 'goito');

  // He declares the attack by a click on the enemy: who could make it, and how it would go.
  await clickHex(page, map, '1512');
  const declare = page.getByTestId('attack').locator('[data-attack="mark assault 1513>1512"]');
  await expect(declare.getByTestId('attack-odds').first()).toContainText(/the attacker wins \d/);
  await declare.getByTestId('declare').click();
  await expect.poll(async () => (await stateOf(server, maker)).scene.markers.map(({ target }) => target)).toEqual(['1512']);
  await page.locator('.choice.declines').click();

  // He goes there, step by step on the map. What the enemy may do on the way is the enemy's.
  /** The friend lets everything pass. */
  const passed = async () => {
    for (let i = 0; i < 20; i++) {
      const { status, choices } = await stateOf(server, guest);
      if (!status.decide.includes(0)) return;
      await act(server, guest, (choices.find(({ declines }) => declines) ?? choices[0]!).action);
    }
  };
  await page.locator('[data-action="act 33-gyulai"]').click();
  const at = async () => (await stateOf(server, maker)).scene.pieces.find(({ id }) => id === 'au-33-gyulai')!.hex;
  await clickHex(page, map, '1513');
  await expect.poll(at).toBe('1513');
  await passed();
  await passDice(page);

  // What it may bring is seen before he commits it.
  const attack = page.locator('[data-action="assault"]').first();
  const action = 'assault';
  await attack.click();
  const fight = page.getByTestId('fight');
  await expect(fight).toContainText('Modifiers');
  const { number, feed } = await stateOf(server, maker);
  await page.getByTestId('commit').click();
  await expect.poll(async () => (await stateOf(server, maker)).number).toBeGreaterThan(number);
  await passed();

  // What came of it is told on a card, which waits to be read; then it stands in the log.
  const rolls = async () => (await stateOf(server, maker)).feed.slice(feed.length).flatMap(({ what }) => (what.kind === 'told' && what.told.dice?.length ? [what.told.dice] : []));
  const fell = (await rolls())[0]!;
  expect(fell.length).toBeGreaterThan(0);
  await expect(page.getByTestId('result')).toBeVisible();
  await expect(page.getByTestId('result')).toContainText('33 Gyulai');
  await page.getByTestId('result-next').click();
  await passDice(page);
  await page.locator('#tab-log').click();
  await expect(page.getByTestId('log').locator('li').first()).toBeVisible();

  // The chart that decided is lit, and a rule can be looked up.
  await page.locator('#tab-charts').click();
  await expect(page.locator('td.on').first()).toBeVisible();
  await page.getByTestId('prompt').locator('.rule').first().click();
  await expect(page.getByTestId('rule')).toBeVisible();

  // He asks to take it back. His friend consents; the dice stay as they fell.
  await page.getByTestId('ask-back').click();
  await expect.poll(async () => (await stateOf(server, guest)).asks).toBe(1);
  const grant = { id: 'grant', what: 'grant' };
  await fetch(`${server}/api/take-back`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${guest}` }, body: JSON.stringify(grant) });
  await expect.poll(async () => (await stateOf(server, maker)).choices.some((choice) => choice.action === action)).toBe(true);
  const before = (await rolls()).length;
  await act(server, maker, action);
  expect((await rolls())[before]).toEqual(fell);

  // The replay, and the moment of the fight for whoever looks on.
  await page.getByRole('button', { name: 'Replay' }).click();
  const bar = page.getByTestId('replay-bar');
  const slider = bar.getByRole('slider');
  for (let at = Number(await slider.getAttribute('max')); at > 0; at--) {
    await slider.fill(String(at));
    if ((await bar.locator('.dice').count()) > 0) break;
  }
  const line = (await bar.locator('.line').textContent())!;
  await bar.getByRole('button', { name: 'Share' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(created.links.find(({ role }) => role === 'spectator')!.token);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByTestId('replay-bar').locator('.dice').first()).toBeVisible();
  // He who looks on may know less of who it was, but it is the same roll.
  expect(await other.getByTestId('replay-bar').locator('.dice').count()).toBe(await bar.locator('.dice').count());
  expect((await other.getByTestId('replay-bar').locator('.line').textContent())!.length).toBeGreaterThan(0);
  expect(line.length).toBeGreaterThan(0);
  await other.context().close();
  await context.close();
});

import type { Page } from '@playwright/test';
import type { Created, FeedItem, Told } from '../../src/wire';
import { act, expect, guard, openTable, post, seatToken, sound, stateOf, takeSeat, test, untilRolled } from './helper';

/** A battery of Austria in reach of the enemy, and a regiment that is to assault. */
const FIGHTS = {
  scenario: 'goito/battle',
  options: { fog: 'off' },
  only_listed: true,
  side: 'austria',
  activate: { formation: 'benedek', stage: 'forces' },
  units: { '1-art': { hex: '1010', facing: 'N' }, '33-gyulai': { hex: '1110', facing: 'N' }, '5-aosta': { hex: '1009', facing: 'N', march: true }, '6-aosta': { hex: '1109', facing: 'S' } },
  markers: [{ kind: 'assault', hex: '1110', target: '1109' }],
  leaders: { benedek: '1012' },
};

const told = (feed: FeedItem[]): Told[] => feed.flatMap(({ what }) => (what.kind === 'told' ? [what.told] : []));

async function begin(server: string): Promise<Created> {
  return post<Created>(server, '/api/import', { setup: FIGHTS, seats: 'screen', side: 1 });
}

/** Opens the page of Austria, whose battery fires. */
async function fire(page: Page, server: string): Promise<string> {
  const { yours } = await begin(server);
  await act(server, yours, 'act 1-art', 1);
  await openTable(page, server, yours);
  await page.locator('[data-action^="fire"]').first().click();
  await page.getByTestId('commit').click();
  return yours;
}

test('what came of a fight is told on a card, and waits until it is read', async ({ page, server }) => {
  const faults = guard(page, server);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const token = await fire(page, server);
  const card = page.getByTestId('result');
  await expect(card).toBeVisible();
  const lines = told((await stateOf(server, token, 1)).feed);
  const opening = lines.find(({ fight }) => fight)!;
  const roll = lines.find(({ dice, lookup }) => dice && lookup)!;
  // Who against whom, with both sides' counters.
  await expect(card.locator('h3')).toHaveText(opening.text);
  await expect(card.locator('figure')).toHaveCount(2);
  // The dice, what is added to them under which rule, and the cell.
  for (const { label, rule } of roll.modifiers!) {
    const row = card.getByTestId('result-modifiers').first().locator('li', { hasText: label });
    await expect(row.locator('.rule')).toContainText(rule.split(' ').at(-1)!);
  }
  await expect(card.getByTestId('result-cell').first()).toContainText(`${roll.lookup!.row} × ${roll.lookup!.column}`);
  await expect(card).toContainText(roll.text);
  await sound(page, 'result');
  await page.screenshot({ path: 'shots/result.png' });
  // Nothing is decided before it is read; then it is, by a key.
  const { choices } = await stateOf(server, token, (await stateOf(server, token, 1)).status.decide[0]);
  expect(choices.length).toBeGreaterThan(0);
  await expect(page.locator('[data-action]')).toHaveCount(0);
  await expect(page.getByTestId('result-next')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(page.locator('[data-action]').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('the card of an assault shows and names both sides', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const created = await post<Created>(server, '/api/import', { setup: FIGHTS, seats: 'link', side: 1 });
  const piedmont = await takeSeat(server, created, 0);
  await openTable(page, server, piedmont);
  await fights(server, seatToken(created, 1), piedmont);
  const card = page.getByTestId('result');
  await page.getByTestId('result-next').click();
  await expect(card.locator('h3')).toHaveText('33 Gyulai assaults 6 Aosta in 1109.');
  const side = (name: string) => card.getByRole('group', { name }).locator('figure');
  await expect(side('Austria')).toContainText(['33 Gyulai']);
  await expect(side('Piedmont')).toContainText(['6 Aosta']);
  await expect(card.getByTestId('result-cell').first()).toContainText('Assault Table');
});

test('the card of a volley shows who was fired at, even if nothing came of it', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const setup = {
    scenario: 'piacenza/campaign',
    only_listed: true,
    activate: { wing: 'fs-lw', segment: 'combat' },
    units: { 'guardias-valonas': '3814', 'reina-inf': '3813', 'daun-ir': '3914', 'haganbach-ir': '3913' },
    leaders: { 'cic-felipe': '3709', 'cic-liechtenstein': '4217', 'fc-douchez': '3814', 'fc-kheul': '3914' },
  };
  const { yours } = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 0 });
  await openTable(page, server, yours);
  const lift = page.getByTestId('lift');
  if (await lift.isVisible()) await lift.click();
  await page.locator('[data-action="fire fs-guardias-valonas 3914"]').click();
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('reckoning')).toBeVisible();
  await untilRolled(page);
  const side = (name: string) => page.getByTestId('result').getByRole('group', { name }).locator('figure');
  await expect(side('Franco-Spanish')).toContainText(['Guardias Valonas']);
  await expect(side('Austria')).toContainText(['Daun Inf.']);
});

test('dice and sentence agree: what was added is said beside the dice', async ({ page, server }) => {
  const token = await fire(page, server);
  const card = page.getByTestId('result');
  await expect(card).toBeVisible();
  const rolls = told((await stateOf(server, token, 1)).feed).filter(({ dice, total }) => dice && total !== undefined);
  expect(rolls.length).toBeGreaterThan(0);
  for (const roll of rolls) {
    const shows = roll.dice!.reduce((sum, face) => sum + face, 0);
    const added = roll.total! - shows;
    expect(added).not.toBe(0);
    const makes = card.locator('li', { hasText: roll.text }).getByTestId('makes');
    await expect(makes).toHaveText(`The dice show ${shows};${added > 0 ? '+' : '-'}${Math.abs(added)} = ${roll.total}`);
  }
  // The log says the same.
  await page.locator('#tab-log').click();
  await expect(page.getByRole('tabpanel').getByTestId('makes').first()).toBeVisible();
});

test('the fights of the enemy are read one by one, or all at once, before one decides', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const created = await post<Created>(server, '/api/import', { setup: FIGHTS, seats: 'link', side: 1 });
  const piedmont = await takeSeat(server, created, 0);
  const austria = seatToken(created, 1);
  await openTable(page, server, piedmont);
  await fights(server, austria, piedmont);
  const card = page.getByTestId('result');
  await expect(card).toContainText('more to read');
  const first = await card.locator('h3').textContent();
  await page.screenshot({ path: 'shots/result-enemy.png' });
  await page.getByTestId('result-next').click();
  await expect(card.locator('h3')).not.toHaveText(first!);
  await expect(page.getByTestId('result-all')).toBeHidden();
  await page.getByTestId('result-next').click();
  await expect(card).toBeHidden();
});

test('how much is read of fights is a setting', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('capitano.settings', JSON.stringify({ results: 'none' })));
  await fire(page, server);
  await expect(page.getByTestId('dice')).toBeVisible();
  await expect(page.getByTestId('result')).toBeHidden();
  await expect(page.locator('[data-action]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByTestId('set-results')).toHaveValue('none');
  await page.getByTestId('set-results').selectOption('theirs');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByTestId('result')).toBeHidden();
});

/** Austria's battery fires, then its regiment assaults. */
async function fights(server: string, austria: string, piedmont: string): Promise<void> {
  for (const unit of ['1-art', '33-gyulai']) {
    await act(server, austria, `act ${unit}`);
    const { choices } = await stateOf(server, austria);
    await act(server, austria, choices.find(({ odds }) => odds)!.action);
    for (let i = 0; i < 20; i++) {
      const [own, other] = [await stateOf(server, austria), await stateOf(server, piedmont)];
      if (own.choices.some(({ action }) => action === 'stop')) await act(server, austria, 'stop');
      else if (other.choices.length > 0) await act(server, piedmont, (other.choices.find(({ declines }) => declines) ?? other.choices[0]!).action);
      else break;
    }
  }
}

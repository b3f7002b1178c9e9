// All that can come of a fight, before it is committed.

import type { Locator, Page } from '@playwright/test';
import type { Created, Forecast, ForecastTable } from '../../src/wire';
import { columns } from '../../src/lib/histogram';
import { act, expect, guard, importPosition, openTable, positionWhere, post, sound, stateOf, takeSeat, test } from './helper';

const shown = (page: Page) => page.getByTestId('ahead');

const assault = (fog: string, seat: number) =>
  positionWhere('goito/battle', { fog }, (status, choices) =>
    status.decide[0] === seat && choices.length > 1 && choices.some((choice) => choice.fight && /^assault/.test(choice.action)),
  );

async function asked(server: string, token: string, action: string, answer = '', as?: number): Promise<Forecast> {
  const query = new URLSearchParams({ action, answer, ...(as === undefined ? {} : { as: String(as) }) });
  const told = await fetch(`${server}/api/forecast?${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(told.status).toBe(200);
  return (await told.json()) as Forecast;
}

/** The shares of a table on the page, in their order. */
const sharesOf = async (where: Locator) => where.locator('[data-share]').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.share)));

/** The percentages that can be read there; what is too near to nothing or to certain counts as that. */
async function readOff(where: Locator): Promise<number> {
  const texts = await where.locator('.value, .share, b').allTextContents();
  return texts.reduce((sum, text) => sum + (text.startsWith('<') ? 0 : text.startsWith('>') ? 100 : Number(text.replace(/%.*/, '').replace(',', '.').trim() || 0)), 0);
}

/** Every table of the forecast stands on the page with the same shares, and they add up to 100. */
async function isShown(page: Page, forecast: Forecast): Promise<void> {
  const ahead = shown(page);
  await expect(ahead).toHaveAttribute('aria-busy', 'false');
  const expected = (table: ForecastTable) =>
    table.mean === undefined ? table.lines.map(({ high }) => high) : columns(table.lines).map(({ share }) => share);
  const places = new Map<string, number>();
  for (const table of forecast.tables) {
    const key = `[data-table="${table.kind}"]${table.mean === undefined ? '' : `[data-seat="${table.seat}"]`}`;
    const at = places.get(key) ?? 0;
    places.set(key, at + 1);
    const place = ahead.locator(key).nth(at);
    const shares = await sharesOf(place);
    expect(shares, table.title).toEqual(expected(table));
    expect(shares.reduce((sum, share) => sum + share, 0), table.title).toBeCloseTo(1, 9);
    // Each is rounded by itself.
    if (table.kind !== 'unit') expect(Math.abs((await readOff(place)) - 100), table.title).toBeLessThanOrEqual(0.5 * shares.length);
  }
  expect(await ahead.locator('[data-table]').count()).toBe(forecast.tables.length);
}

test('a fight is looked ahead by keys: the page shows what the server reckons', async ({ page, server }) => {
  const faults = guard(page, server);
  const created = await importPosition(server, await assault('off', 1), 'screen');
  await openTable(page, server, created.yours);
  const button = page.locator('[data-action^="assault"]').first();
  const action = (await button.getAttribute('data-action'))!;
  const seat = (await stateOf(server, created.yours, 0)).status.decide[0]!;
  await button.click();
  await expect(page.getByTestId('commit')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('look-ahead')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('look-ahead')).toHaveAttribute('aria-expanded', 'true');
  const usual = await asked(server, created.yours, action, '', seat);
  expect(usual.tables.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['result', 'holder', 'levels', 'unit']));
  await isShown(page, usual);
  for (const roll of usual.rolls) await expect(shown(page).locator('.rolls')).toContainText(`§ ${roll.rule.split(' ').at(-1)}`);
  await expect(shown(page)).toContainText('on average');

  // A citation opens its rule; what was looked up is still there afterwards. Escape leaves step by step.
  await shown(page).locator('.rolls .rule').first().click();
  await expect(page.getByTestId('rule')).toBeVisible();
  await page.locator('#tab-orders').click();
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown(page)).toBeHidden();
  await expect(page.getByTestId('fight')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('fight')).toBeHidden();
  expect(faults).toEqual([]);
});

test('the enemy is taken to react in another way', async ({ page, server }) => {
  const setup = {
    scenario: 'goito/battle',
    options: { fog: 'off' },
    only_listed: true,
    side: 'austria',
    activate: { formation: 'benedek', stage: 'forces' },
    units: { '1-art': { hex: '1010', facing: 'N' }, '2-guardie': { hex: '1009', facing: 'S' } },
    leaders: { benedek: '1012' },
  };
  const created = await post<Created>(server, '/api/import', { setup, seats: 'screen', side: 1 });
  await act(server, created.yours, 'act 1-art', 1);
  await openTable(page, server, created.yours);
  await page.locator('[data-action^="fire"]').first().click();
  await page.getByTestId('look-ahead').click();
  const action = (await stateOf(server, created.yours, 1)).choices.find(({ kind }) => kind === 'fire')!.action;
  const usual = await asked(server, created.yours, action, '', 1);
  await isShown(page, usual);
  const question = usual.answers.find(({ instead }) => instead.length > 0)!;
  expect(question.answer).toBe('react-none');
  for (const { answer, words } of question.instead.slice(0, 3)) {
    const choice = page.locator(`select[data-asked="${question.asked}"]`);
    await choice.selectOption({ label: words });
    await expect(shown(page)).toHaveAttribute('aria-busy', 'false');
    await expect(choice).toHaveValue(answer);
    const other = await asked(server, created.yours, action, answer, 1);
    expect(other.tables).not.toEqual(usual.tables);
    await isShown(page, other);
  }
  await shown(page).locator('.granted').scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'shots/ahead-answers.png' });
});

test('an attempt to activate has odds and nothing to look ahead to', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', { fog: 'off' }, (_, choices) => choices.some(({ kind }) => kind === 'activate'));
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  await page.locator('[data-action^="activate"]').first().click();
  await expect(page.getByTestId('fight')).toContainText('%');
  await expect(page.getByTestId('look-ahead')).toBeHidden();
});

const LOOKS = [
  { name: 'light', width: 1440, height: 900, theme: 'light', language: 'en' },
  { name: 'dark', width: 1440, height: 900, theme: 'dark', language: 'en' },
  { name: 'phone', width: 390, height: 844, theme: 'light', language: 'en' },
  { name: 'italian', width: 1440, height: 900, theme: 'light', language: 'it' },
  { name: 'italian-phone', width: 360, height: 740, theme: 'dark', language: 'it' },
] as const;

test('all outcomes under fog, in pictures', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const created: Created = await importPosition(server, await assault('on', 1), 'link');
  const token = await takeSeat(server, created, 1);
  for (const { name, width, height, theme, language } of LOOKS) {
    const context = await browser.newContext({ viewport: { width, height } });
    await context.addInitScript(([theme, language]) => localStorage.setItem('capitano.settings', JSON.stringify({ theme, language })), [theme, language]);
    const page = await context.newPage();
    await openTable(page, server, token);
    await page.locator('[data-action^="assault"]').first().click();
    await page.getByTestId('look-ahead').click();
    await expect(shown(page)).toHaveAttribute('aria-busy', 'false');
    await expect(shown(page)).toContainText(language === 'it' ? 'Ciò che ti è nascosto' : 'What is hidden from you');
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBeLessThanOrEqual(0);
    const panel = page.locator('#panel');
    expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `shots/ahead-${name}-1.png` });
    await sound(page, name);
    for (const summary of await shown(page).locator('summary').all()) await summary.click();
    await panel.evaluate((one) => one.scrollBy(0, one.clientHeight - 120));
    await page.screenshot({ path: `shots/ahead-${name}-2.png` });
    await panel.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await page.screenshot({ path: `shots/ahead-${name}-3.png` });
    await context.close();
  }
});

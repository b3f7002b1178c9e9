// Abbreviations and result codes explain themselves wherever they stand: in lists, prompts, charts, cards and dialogs.

import type { Page } from '@playwright/test';
import type { Chart, Created, Reference } from '../../src/wire';
import { create, expect, importPosition, openTable, passDice, positionWhere, post, test, untilRolled } from './helper';

async function referenceOf(server: string, game: string): Promise<Reference> {
  return (await (await fetch(`${server}/api/games/${game}/reference`)).json()) as Reference;
}

/** Codes that are to be read and do not explain themselves. The slip that explains one, and what only the pointer brings, apart. */
async function unexplained(page: Page, reference: Reference): Promise<string[]> {
  const codes = reference.glossary.filter(({ charts }) => charts.length === 0).map(({ code }) => code.replaceAll('#', '\\d+'));
  expect(codes.length).toBeGreaterThan(8);
  return page.evaluate((patterns) => {
    const code = new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?!(?!s(?![\\p{L}\\p{N}]))[\\p{L}\\p{N}])`, 'u');
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const around = node.parentElement!;
      if (!code.test(node.textContent ?? '') || !around.checkVisibility()) continue;
      // Choices of a list box and what is spoken cannot carry marks.
      if (around.closest('abbr.code, [role="tooltip"], [data-testid="glossary"], [data-testid="spoken"], option, script, style')) continue;
      found.push(`${around.tagName.toLowerCase()}.${around.className}: ${node.textContent!.trim().slice(0, 80)}`);
    }
    return found;
  }, codes);
}

const TABS = ['orders', 'forces', 'log', 'rules', 'charts', 'game'];

async function everyTab(page: Page, reference: Reference, where: string): Promise<void> {
  for (const tab of TABS) {
    await page.locator(`#tab-${tab}`).click();
    await expect(page.locator('#panel').getByText('One moment')).toHaveCount(0);
    if (tab === 'rules') await page.locator('.entry').nth(30).click();
    expect(await unexplained(page, reference), `${where}, ${tab}`).toEqual([]);
  }
  await page.locator('#tab-orders').click();
}

test('in Goito every code explains itself: before a fight, in it, and after', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const reference = await referenceOf(server, 'goito');
  const position = await positionWhere('goito/battle', { fog: 'off' }, (_, choices) => choices.length > 1 && choices.some(({ action, odds }) => odds && /^(assault|charge)/.test(action)));
  await openTable(page, server, (await importPosition(server, position, 'screen')).yours);
  await everyTab(page, reference, 'before the fight');
  await page.keyboard.press('b');
  await expect(page.getByTestId('briefing-hints')).toBeVisible();
  expect(await unexplained(page, reference), 'the briefing').toEqual([]);
  await page.getByTestId('briefing-close').click();
  await page.getByTestId('open-sequence').click();
  expect(await unexplained(page, reference), 'the sequence of play').toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('[data-action^="assault"], [data-action^="charge"]').first().click();
  await expect(page.getByTestId('fight')).toContainText('Odds');
  expect(await unexplained(page, reference), 'the odds').toEqual([]);
  await page.getByTestId('commit').click();
  const result = page.getByTestId('result');
  await untilRolled(page);
  await expect(result).toBeVisible();
  expect(await unexplained(page, reference), 'the result').toEqual([]);
  // The cell that was looked up says in words what it means.
  const cell = result.getByTestId('result-cell').first().locator('summary abbr.code').last();
  await cell.hover();
  await expect(page.getByTestId('meaning')).toBeVisible();
  await page.mouse.move(5, 5);
  await passDice(page);
  await everyTab(page, reference, 'after the fight');
});

test('in Piacenza every code explains itself: targets, a volley, its result', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const reference = await referenceOf(server, 'piacenza');
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
  await everyTab(page, reference, 'the targets');
  await page.locator('[data-action="fire fs-guardias-valonas 3914"]').click();
  await expect(page.getByTestId('modifiers')).toBeVisible();
  expect(await unexplained(page, reference), 'a shot').toEqual([]);
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('reckoning')).toBeVisible();
  expect(await unexplained(page, reference), 'a shot that is declared').toEqual([]);
  // What can come of it stands there in codes of the chart, which explain themselves too.
  const chance = page.getByTestId('reckoning').locator('abbr.code', { hasText: /^D1$/ });
  await chance.hover();
  await expect(page.getByTestId('meaning')).toContainText('retreats so many hexes: 1');
  await page.mouse.move(5, 5);
  await untilRolled(page);
  expect(await unexplained(page, reference), 'the result').toEqual([]);
  await expect(page.getByTestId('result').getByTestId('result-cell').first().locator('summary abbr.code').last()).toBeVisible();
});

test('every code in a chart has its meaning', async ({ page, server }) => {
  for (const [game, scenario] of [
    ['goito', 'goito/battle'],
    ['piacenza', 'piacenza/campaign'],
  ] as const) {
    const charts = (await (await fetch(`${server}/api/charts/${game}`)).json()) as Chart[];
    const { yours } = await create(server, scenario, {}, 'link');
    await page.goto('about:blank');
    await openTable(page, server, yours);
    await page.locator('#tab-charts').click();
    await expect(page.locator('#panel h3')).toHaveCount(charts.length);
    // Capital letters and figures with letters are codes: what is left of them when the marks are taken away?
    const plain = await page.locator('#panel td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement;
        copy.querySelectorAll('abbr.code, .unseen').forEach((mark) => mark.remove());
        return /\p{Ll}{3}/u.test(cell.textContent ?? '') ? [] : (copy.textContent!.match(/[\p{L}\d]*\p{L}[\p{L}\d]*/gu) ?? []);
      }),
    );
    expect([...new Set(plain)].filter((word) => !['no', 'am', 'pm'].includes(word)), game).toEqual([]);
  }
});

// Who reads Italian finds no English: on the front page, at the set-up, in a fight, in the log and in every panel.
import type { Page } from '@playwright/test';
import type { Created } from '../../src/wire';
import { boardReady, create, expect, guard, importPosition, openTable, passDice, positionWhere, post, test } from './helper';

test.use({ locale: 'it-IT' });

/** Words that English sentences cannot do without and that Italian does not have. */
const ENGLISH =
  /(?<!\p{L})(the|of|and|to|with|from|which|where|is|are|has|have|must|may|can|its|their|your|you|not|for|into|against|moves?|faces?|fires?|turns?|units?|forces?|markers?|strength|points?|stays?|loses?|wins?|passes|rolls?|hex|hexes|enemy|command|value)(?!\p{L})/iu;

function readsItalian(where: string, words: string): void {
  for (const line of words.split(/\n+/)) expect(line, where).not.toMatch(ENGLISH);
}

/** Everything that is to be read now, panel by panel. */
async function readEverything(page: Page): Promise<void> {
  readsItalian('the top', await page.locator('header').first().innerText());
  readsItalian('the prompt', await page.getByTestId('prompt').innerText());
  for (const tab of ['orders', 'forces', 'log', 'rules', 'charts', 'game']) {
    await page.locator(`#tab-${tab}`).click();
    await expect(page.locator('#panel [role="status"]')).toHaveCount(0);
    if (tab === 'rules') await page.locator('.entry').nth(40).click();
    await page.locator('#panel').evaluate((panel) => panel.querySelectorAll('details').forEach((fold) => (fold.open = true)));
    const words = await page.locator('#panel').innerText();
    expect(words.length, tab).toBeGreaterThan(20);
    // The command that verifies a record is the same in every language.
    readsItalian(tab, words.replaceAll('capitano verify FILE', ''));
  }
  await page.locator('#tab-orders').click();
}

test('a new game in Italian', async ({ page, server }) => {
  const faults = guard(page, server);
  await page.goto(server);
  const card = page.locator('article[aria-labelledby="game-goito"]');
  await expect(card).toContainText('La battaglia di Goito');
  readsItalian('the front page', await card.innerText());
  readsItalian('the front page', await page.locator('article[aria-labelledby="game-piacenza"]').innerText());
  await page.locator('[data-scenario="goito/battle"]').click();
  await page.locator('dialog[open] summary').click();
  readsItalian('the new game', await page.locator('dialog[open]').innerText());
  await page.getByRole('button', { name: 'Piemonte', exact: true }).click();
  await page.getByTestId('screen').click();
  await page.getByTestId('lift').click();
  await boardReady(page);
  await expect(page.getByTestId('prompt')).toContainText('Schiera le tue pedine');
  await readEverything(page);
  // What is clicked on is still the action of the game.
  await page.getByTestId('prompt').getByRole('button', { name: 'schieramento consueto' }).click();
  await expect(page.getByTestId('prompt')).toContainText('attivare');
  await passDice(page);
  await readEverything(page);
  expect(faults).toEqual([]);
});

test('a fight in Italian, with links in the log', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', { fog: 'off' }, (_, choices) => choices.length > 1 && choices.some(({ kind }) => kind === 'fire'));
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  await readEverything(page);
  await page.locator('[data-action^="fire at"]').first().click();
  await expect(page.getByTestId('fight')).toContainText('Tiro di');
  await expect(page.getByTestId('fight').locator('td.value').first()).toBeVisible();
  readsItalian('the fight', await page.getByTestId('fight').innerText());
  await page.getByTestId('commit').click();
  await page.locator('#tab-log').click();
  const log = page.getByTestId('log');
  await expect(log).toContainText(/(fa|fanno) fuoco su/);
  readsItalian('the log', await log.innerText());
  await expect(log.locator('.link').first()).toBeVisible();
  await passDice(page);
  await readEverything(page);
  // What is laid over the board, and what a hex is.
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(page.locator('.legend')).toContainText('Zona di reazione: Piemonte');
  readsItalian('the legend', await page.locator('.legend').innerText());
});

test('Piacenza in Italian: a volley, a Line and the end', async ({ page, server }) => {
  const faults = guard(page, server);
  const open = async (setup: object) => {
    const created = await post<Created>(server, '/api/import', { setup: { scenario: 'piacenza/campaign', ...setup }, seats: 'screen', side: 0 });
    await page.goto('about:blank');
    await openTable(page, server, created.yours);
    const lift = page.getByTestId('lift');
    if (await lift.isVisible()) await lift.click();
  };
  const read = async (where: string, tabs: string[]) => {
    readsItalian(where, await page.getByTestId('prompt').innerText());
    for (const tab of tabs) {
      await page.locator(`#tab-${tab}`).click();
      readsItalian(`${where}, ${tab}`, await page.locator('#panel').innerText());
    }
    await page.locator('#tab-orders').click();
  };
  await open({
    only_listed: true,
    activate: { wing: 'fs-lw', segment: 'combat' },
    units: { 'guardias-valonas': '3814', 'reina-inf': '3813', 'daun-ir': '3914', 'haganbach-ir': '3913' },
    leaders: { 'cic-felipe': '3709', 'cic-liechtenstein': '4217', 'fc-douchez': '3814', 'fc-kheul': '3914' },
  });
  await expect(page.getByTestId('prompt')).toContainText('chi spara a chi?');
  await read('the targets', ['orders', 'forces', 'game']);
  await readEverything(page);
  await page.locator('#tab-charts').click();
  await expect(page.locator('#panel')).toContainText('Tabella della mischia');
  await page.locator('#tab-orders').click();
  await page.locator('[data-action="fire fs-guardias-valonas 3914"]').click();
  await expect(page.getByTestId('modifiers')).toContainText('Copertura di livello 1');
  const considered = page.getByTestId('fight');
  await considered.evaluate((card) => card.querySelectorAll('details').forEach((fold) => (fold.open = false)));
  readsItalian('a shot', await considered.innerText());
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('reckoning')).toContainText('sul dado in totale');
  await read('the volley', ['orders', 'log']);

  await open({ activate: { wing: 'fs-lw', segment: 'movement' } });
  await page.locator('[data-action="formation fs-lw-douchez"]').click();
  await page.locator('[data-action="draw"]').click();
  await page.getByTestId('plan').first().getByRole('button').first().click();
  await expect(page.getByTestId('plan').first()).toContainText('Chi va dove');
  readsItalian('a Line', await page.getByTestId('course').innerText());

  await open({ turn: 12, phase: 'end', objectives: ['3526', '3438', '2834', '4814'] });
  await expect(page.getByTestId('end')).toContainText('obiettivo scelto');
  await read('the end', ['orders', 'log']);
  expect(faults).toEqual([]);
});

test('all charts, rules and codes of Piacenza are in Italian', async ({ page, server }) => {
  const { yours } = await create(server, 'piacenza/campaign', {}, 'link');
  await openTable(page, server, yours);
  await page.locator('#tab-charts').click();
  const charts = page.locator('#panel h3');
  await expect(charts.first()).toBeVisible();
  expect(await charts.count()).toBeGreaterThan(15);
  readsItalian('the charts', await page.locator('#panel').innerText());
  await page.locator('#tab-rules').click();
  const entries = page.locator('.entry');
  await expect(entries.first()).toBeVisible();
  expect(await entries.count()).toBe(((await (await fetch(`${server}/api/rules/piacenza`)).json()) as unknown[]).length);
  readsItalian('the titles of the rules', (await entries.allInnerTexts()).join('\n'));
  // The texts themselves, each tenth of them and the last.
  const count = await entries.count();
  for (let i = 0; i < count; i += 10) {
    await entries.nth(i).click();
    readsItalian(`rule ${i}`, await page.getByTestId('rule').locator('.text').innerText());
  }
  await entries.last().click();
  readsItalian('the last rule', await page.getByTestId('rule').locator('.text').innerText());
  const glossary = page.getByTestId('glossary');
  await glossary.locator('summary').click();
  readsItalian('the codes', await glossary.innerText());
  // Rulings are in English alone, and said to be.
  const ruling = page.getByTestId('rule').getByRole('button', { name: /^Decisione/ });
  for (let i = 0; i < count && (await ruling.count()) === 0; i++) await entries.nth(i).click();
  await ruling.first().click();
  await expect(page.getByTestId('ruling')).toContainText('in inglese');
  await expect(page.getByTestId('ruling').locator('.text')).toHaveAttribute('lang', 'en');
});

test('the map is written in the reader’s language', async ({ page, server }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/drawing.svg')) asked.push(request.url().slice(server.length));
  });
  const created = await create(server, 'goito/battle', {}, 'link');
  await openTable(page, server, created.yours);
  expect(asked).toEqual(['/api/maps/goito/drawing.svg?language=it']);
  const words = await page.evaluate(async () => (await fetch('/api/maps/goito/drawing.svg?language=it')).text());
  for (const text of ['>TERRENO<', '>Strada maestra<', '>UMORE DEI COMANDANTI<', '>a Guidizzolo e Brescia<']) expect(words).toContain(text);
  const piacenza = await page.evaluate(async () => (await fetch('/api/maps/piacenza/drawing.svg?language=it')).text());
  for (const text of ['>TERRENO<', '>TURNI<', '>Mura di Piacenza<', '>ramo morto del Po<', '>Ponte di barche<', '>a Lodi e Milano<']) expect(piacenza).toContain(text);
  // Who takes another language sees the map in that, without losing his place.
  const picture = () => page.getByTestId('board').locator('canvas').first().evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await picture();
  await page.getByRole('button', { name: 'Impostazioni' }).click();
  await page.getByLabel('Lingua').selectOption('en');
  await page.keyboard.press('Escape');
  await expect.poll(() => asked.filter((url) => /[?]v=/.test(url)).length).toBe(1);
  await expect.poll(picture).not.toBe(before);
});

test('in English nothing is loaded for it', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server);
  await expect(page.locator('[data-scenario]').first()).toBeVisible();
  expect(asked.filter((url) => url.includes('/phrases/') || url.includes('language='))).toEqual([]);
  await context.close();
});

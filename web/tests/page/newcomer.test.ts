// The path of somebody who has never seen such a game: front page, briefing, his first own turn; and what explains itself on the way.

import type { Page } from '@playwright/test';
import type { Reach, Reference } from '../../src/wire';
import { boardOf, boardReady, clickHex, create, expect, guard, importPosition, openTable, passDice, positionWhere, sound, stateOf, test, tokenOf } from './helper';

/** A visitor who has not been told anything yet. */
async function unbriefed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('test-loads') === '1') localStorage.removeItem('capitano.briefed');
  });
}

test('a newcomer comes from the front page by the briefing to his first own turn', async ({ page, server }) => {
  const faults = guard(page, server);
  await unbriefed(page);
  await page.goto(server);
  await page.locator('[data-scenario="goito/quick"]').click();
  await page.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await page.getByTestId('screen').click();
  await page.getByTestId('lift').click();
  await boardReady(page);

  // Who am I, how do I win, what can I do?
  const card = page.getByTestId('briefing');
  await expect(page.getByRole('dialog', { name: 'You are Piedmont' })).toBeVisible();
  await expect(card.getByTestId('briefing-now')).toContainText('take the standard set-up');
  await page.getByTestId('briefing-close').click();

  // The sequence of play says where we are; its step opens the rule.
  const strip = page.getByTestId('sequence');
  await expect(strip.locator('[aria-current="step"]')).toHaveText('Set-up');
  await strip.getByRole('button', { name: 'Initiative' }).click();
  await expect(page.getByTestId('rule')).toContainText('4.A');
  await page.locator('#tab-orders').click();

  // One click sets up, and nothing red comes of it.
  await expect(page.getByTestId('prompt')).toHaveText(/Place your pieces \(24 left\)/);
  await expect(page.getByTestId('prompt')).not.toContainText('`');
  await page.getByRole('button', { name: 'Place standard set-up' }).click();
  await expect(page.getByTestId('prompt')).toContainText('activate');
  await expect(page.locator('.notice.bad')).toHaveCount(0);
  await passDice(page);
  await expect(strip.locator('[aria-current="step"]').first()).toHaveText('Activations');

  // The other side has its own briefing behind the curtain, once.
  let briefed = false;
  const handOver = async () => {
    await page.getByTestId('hand-over').click();
    await page.getByTestId('lift').click();
    if (!briefed) {
      await expect(page.getByRole('dialog', { name: 'You are Austria' })).toBeVisible();
      await page.getByTestId('briefing-close').click();
    }
    briefed = true;
    await expect(page.getByTestId('briefing-close')).toBeHidden();
  };
  if (await page.getByTestId('hand-over').isVisible()) await handOver();

  // The first own turn. What an attempt needs is told before the dice fall; if it fails it is tried again when it is his turn again.
  const token = tokenOf(page);
  const map = await boardOf(server, 'goito');
  const done = new Set<string>();
  let phase = '';
  for (let i = 0; i < 60 && !done.has('done'); i++) {
    await passDice(page);
    if (await page.getByTestId('hand-over').isVisible()) {
      await handOver();
      continue;
    }
    const seat = (await stateOf(server, token, 0)).status.decide[0]!;
    const state = await stateOf(server, token, seat);
    const offered = (start: string) => page.locator(`[data-action^="${start}"]`).first();
    const { kind } = state.status.prompt;
    await expect(page.getByTestId('prompt')).toContainText(state.status.prompt.sentence.slice(0, 20));
    if (kind === 'activate') {
      await offered('activate').click();
      await expect(page.getByTestId('fight')).toContainText('is activated');
      await page.getByTestId('commit').click();
      await expect.poll(async () => (await stateOf(server, token, seat)).number).toBeGreaterThan(state.number);
    } else if (kind === 'markers') {
      await page.locator('.choice.declines').click();
    } else if (kind === 'forces' && !done.has('moved')) {
      phase = state.status.phase;
      await page.locator('[data-action^="act "]').first().click();
    } else if (kind === 'forces') {
      await offered('done').click();
      done.add('done');
    } else if (await offered('enter').isVisible()) {
      await offered('enter').click();
    } else if (!done.has('moved')) {
      // A click on a far hex shows the way and what it costs; another goes.
      const unit = state.status.prompt.units![0]!;
      const answer = await fetch(`${server}/api/reach?as=${seat}&unit=${unit}`, { headers: { authorization: `Bearer ${token}` } });
      const { hexes } = (await answer.json()) as Reach;
      const near = new Set(state.choices.map(({ hex }) => hex));
      const taken = new Set(state.scene.pieces.map(({ hex }) => hex));
      const way = hexes.find((one) => one.ready && one.path.length > 1 && !near.has(one.hex) && !taken.has(one.hex))!;
      await clickHex(page, map, way.hex);
      await expect(page.getByTestId('way')).toContainText(way.hex);
      await page.getByTestId('go').click();
      await expect.poll(async () => (await stateOf(server, token, seat)).scene.pieces.find(({ id }) => id === unit)?.hex).toBe(way.hex);
      done.add('moved');
    } else {
      await offered('stop').click();
    }
    await expect.poll(async () => (await stateOf(server, token, seat)).number).toBeGreaterThan(state.number);
  }
  expect([...done].sort()).toEqual(['done', 'moved']);
  await expect.poll(async () => (await stateOf(server, token, 0)).status.phase).not.toBe(phase);
  await expect(page.locator('.notice.bad')).toHaveCount(0);
  if (await page.getByTestId('hand-over').isVisible()) await handOver();
  await passDice(page);

  // How it stands is one click away.
  await page.getByTestId('open-briefing').click();
  await expect(card.getByTestId('briefing-now')).not.toBeEmpty();
  expect(faults).toEqual([]);
});

for (const [game, scenario, turn, phase, step] of [
  ['goito', 'goito/battle', 2, 'Activations', 'Forces act'],
  ['piacenza', 'piacenza/san-lazzaro', 2, 'Wing activation', 'Combat'],
] as const) {
  test(`the sequence of play of ${game} follows the phase, and each of its steps opens its rule`, async ({ browser, server }) => {
    const wanted = { goito: /^(step|fire|assault)/, piacenza: /^fire/ }[game];
    const position = await positionWhere(scenario, {}, (status, choices) => status.turn >= turn && status.decide[0] === 0 && choices.some(({ action }) => wanted.test(action)));
    const { yours } = await importPosition(server, position, 'link');
    const page = await (await browser.newContext()).newPage();
    await openTable(page, server, yours);
    const strip = page.getByTestId('sequence');
    await expect(strip.locator('[aria-current="step"]')).toHaveText([phase, step]);
    const { sequence } = (await (await fetch(`${server}/api/games/${game}/reference`)).json()) as Reference;
    const shown = sequence.filter(({ within }) => within === '' || sequence.find(({ id }) => id === within)!.title === phase);
    expect(await strip.getByRole('button').count()).toBe(shown.length);
    for (const { id, rules } of shown) {
      await strip.locator(`[data-step="${id}"]`).click();
      await expect(page.getByTestId('rule').locator('.over').first()).toHaveText(new RegExp(`\\s${rules[0]!.split(' ').at(-1)!.replaceAll('.', '\\.')}\\s`, 'i'));
    }
    await page.context().close();

    // A phone has no room for the strip: the phase at the top opens the same as a page, with all rules of each step.
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
    await openTable(phone, server, yours);
    await expect(phone.getByTestId('sequence')).toBeHidden();
    await phone.getByTestId('open-sequence').tap();
    const dialog = phone.getByRole('dialog', { name: 'Sequence of play' });
    await expect(dialog).toContainText(step);
    await expect(dialog.locator('.rule')).toHaveCount(sequence.flatMap(({ rules }) => rules).length);
    await sound(phone, 'the sequence of play');
    await dialog.locator('.rule').first().tap();
    await expect(dialog).toBeHidden();
    await expect(phone.getByTestId('rule')).toBeVisible();
    await phone.context().close();
  });
}

test('abbreviations and codes explain themselves; rulings open like rules', async ({ page, server }) => {
  const { yours } = await create(server, 'goito/battle', { fog: 'off' }, 'screen');
  await openTable(page, server, yours);
  await page.getByRole('button', { name: 'Place standard set-up' }).click();
  await passDice(page);

  // On a counter in the list of forces.
  await page.locator('#tab-forces').click();
  const mark = page.locator('[data-unit] abbr.code').first();
  await expect(mark).toHaveText('SP');
  await expect(mark).toHaveAttribute('title', /^strength points\. /);

  // In a chart, by a tap: the numbers of the code stand in its meaning.
  await page.locator('#tab-charts').click();
  const cell = page.locator('td abbr.code', { hasText: /^1S2$/ }).first();
  await cell.hover();
  await expect(page.getByTestId('meaning')).toContainText('losses');
  await cell.click();
  await expect(page.getByTestId('meaning')).toContainText('Strength points lost: 1. Status levels lost: 2.');
  await page.getByTestId('meaning').locator('.rule').click();
  await expect(page.getByTestId('rule')).toContainText('9.4');

  // A rule names its rulings, and these open too.
  await page.locator('#rule-search').fill('9.4.2');
  await page.locator('.entry', { hasText: '9.4.2' }).first().click();
  await page.getByTestId('rule').getByRole('button', { name: 'Ruling R24' }).click();
  await expect(page.getByTestId('ruling')).toContainText('Levels apply to every unit');
  await page.getByTestId('glossary').locator('summary').click();
  await expect(page.getByTestId('glossary')).toContainText('cohesion check');
  await sound(page, 'rules with the glossary');
});

test('what cannot be saved yet says so before it is tried', async ({ page, server }) => {
  const { yours } = await create(server, 'goito/battle', { fog: 'on' }, 'link');
  await openTable(page, server, yours);
  await page.locator('#tab-game').click();
  await expect(page.getByTestId('save-record')).toBeDisabled();
  await expect(page.getByTestId('save-later')).toContainText('when it is over');
  const open = await create(server, 'goito/battle', { fog: 'off' }, 'screen');
  await page.goto('about:blank');
  await openTable(page, server, open.yours);
  await page.locator('#tab-game').click();
  await expect(page.getByTestId('save-record')).toBeEnabled();
});

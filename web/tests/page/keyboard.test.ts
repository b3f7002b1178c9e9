import type { Page } from '@playwright/test';
import { act, boardReady, create, expect, openTable, seatToken, stateOf, takeSeat, test } from './helper';

/** Presses Tab until what has the focus is wanted. */
async function tabTo(page: Page, wanted: string, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

test('a game is begun and played by keys alone', async ({ page, server }) => {
  await page.goto(server);
  await expect(page.locator('[data-scenario]').first()).toBeVisible();
  await tabTo(page, '[data-scenario="goito/battle"]');
  await page.keyboard.press('Enter');
  await tabTo(page, '.side');
  await page.keyboard.press('Enter');
  await tabTo(page, '[data-testid="screen"]');
  await page.keyboard.press('Enter');

  // The curtain has the focus on its only button.
  await expect(page.getByTestId('lift')).toBeFocused();
  await page.keyboard.press('Enter');
  await boardReady(page);

  // The help, the panels, the search of the rules.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.locator('#tab-forces')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('/');
  await expect(page.locator('#rule-search')).toBeFocused();
  await page.keyboard.type('cohesion check');
  await expect(page.locator('.entry').first()).toContainText(/cohesion/i);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('rule')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.locator('#tab-orders')).toHaveAttribute('aria-selected', 'true');

  // The cursor speaks; Enter opens what can be chosen there; arrows go through it.
  await page.keyboard.press('Home');
  await expect(page.getByTestId('board')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('spoken')).toContainText(/\d{4}/);
  const spoken = await page.getByTestId('spoken').textContent();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('spoken')).not.toHaveText(spoken!);
  for (let i = 0; i < 40; i++) {
    if (/choices/.test((await page.getByTestId('spoken').textContent()) ?? '')) break;
    await page.keyboard.press(i % 3 === 0 ? 'ArrowDown' : 'ArrowRight');
  }
  await expect(page.getByTestId('spoken')).toContainText('choices');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('group', { name: 'Choices for this hex' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(page.getByTestId('undo')).toBeVisible();

  // Undo, zoom, fit, next unit, letting go.
  await page.keyboard.press('Home');
  // Keys pressed while an answer is on its way do nothing.
  await expect(async () => {
    await page.keyboard.press('Backspace');
    await expect(page.getByTestId('undo')).toBeHidden({ timeout: 2000 });
  }).toPass();
  for (const key of ['+', '-', '0', '.', ',', 'Escape']) await page.keyboard.press(key);

  // The phrase in the prompt, by Tab.
  await tabTo(page, '.phrase', 80);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('prompt')).toContainText(/activate/i);
});

test('a whole turn is played by keys, by whoever reads only what is told', async ({ browser, server }) => {
  test.setTimeout(240_000);
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const created = await create(server, 'goito/battle', { fog: 'off' }, 'link');
  const other = await takeSeat(server, created, 1, { name: 'Bob' });
  await openTable(page, server, seatToken(created, 0));

  // What a screen reader finds: the heading, the question, the buttons of the panel, and what has the focus.
  const turn = async () => /Turn (\d+)/.exec(await page.getByRole('banner').ariaSnapshot())![1];
  const question = () => page.getByRole('region', { name: 'What is asked' }).getByRole('paragraph').textContent();
  const buttons = (tree: string) => [...tree.matchAll(/button "((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name!.replace(/\\(.)/g, '$1'));
  const focused = async () => (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')).replace(/\s+/g, ' ').trim();
  const panel = page.getByRole('tabpanel');

  /** Goes to a button of the panel by Tab and presses it. */
  const press = async (name: string) => {
    await page.keyboard.press('1');
    await expect(panel).toBeFocused();
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === name) {
        await page.keyboard.press('Enter');
        return;
      }
    }
    throw new Error(`Tab does not lead to “${name}”`);
  };

  /** What is wanted, by its words; each of the first ones once. */
  const once = [/^Try to activate 1 divisione/, /^Act with Aosta cav/, /^Aosta cav steps to/, /^Aosta cav faces/];
  const always = [/^Commit$/, /ends its action/, /^End /, /^Pass/];
  const done: string[] = [];
  await tabTo(page, '.phrase', 80);
  await page.keyboard.press('Enter');
  await expect.poll(question).not.toContain('Place your pieces');
  for (let i = 0; i < 120 && (await turn()) === '1'; i++) {
    const asked = (await question())!;
    if (asked.startsWith('Waiting.')) {
      const { status, choices } = await stateOf(server, other);
      if (status.decide.includes(1)) await act(server, other, (choices.find(({ action }) => action === 'pass') ?? choices.find(({ declines }) => declines) ?? choices[0]!).action);
    } else {
      await page.keyboard.press('1');
      const there = buttons(await panel.ariaSnapshot()).filter((name) => !/^Rule |\bSP \d/.test(name));
      const wish = once.findIndex((one) => there.some((name) => one.test(name)));
      const wanted = wish >= 0 ? once.splice(wish, 1)[0]! : always.find((one) => there.some((name) => one.test(name)));
      const name = wanted ? there.find((one) => wanted.test(one))! : there.at(-1)!;
      done.push(name);
      await press(name);
    }
    // Something else is asked, or something else can be pressed.
    await expect(async () => {
      const [now, tree] = [await question(), await panel.ariaSnapshot()];
      expect(now !== asked || !done.length || !buttons(tree).includes(done.at(-1)!) || (await turn()) !== '1').toBe(true);
    }).toPass({ timeout: 15_000 });
  }
  expect(await turn(), done.join(' | ')).toBe('2');
  expect(once, done.join(' | ')).toEqual([]);
  await page.context().close();
});

import type { Page } from '@playwright/test';
import { boardReady, expect, test } from './helper';

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

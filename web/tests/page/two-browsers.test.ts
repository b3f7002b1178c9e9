import type { Page } from '@playwright/test';
import { act, boardReady, create, expect, guard, openTable, passDice, seatToken, stateOf, takeSeat, test, tokenOf } from './helper';

/** Everything that a page is sent. */
function received(page: Page): string[] {
  const all: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || /rules|charts|maps|catalogue/.test(response.url())) return;
    void response.text().then(
      (text) => all.push(text),
      () => undefined,
    );
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => all.push(String(payload))));
  return all;
}

test('two browsers play by a link under fog, each seeing only its own', async ({ browser, server }) => {
  const piedmont = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
  const austria = await (await browser.newContext()).newPage();
  const faults = [guard(piedmont, server), guard(austria, server)];

  await piedmont.goto(server);
  await piedmont.locator('[data-scenario="goito/battle"]').click();
  await piedmont.getByRole('button', { name: 'Piedmont', exact: true }).click();
  await piedmont.getByTestId('link').click();
  await boardReady(piedmont);
  const invitation = await piedmont.getByTestId('invite').locator('input').inputValue();
  expect(invitation).toContain('/table#');

  const told = received(austria);
  await austria.goto(invitation);
  await austria.getByTestId('take').click();
  await boardReady(austria);
  await expect(piedmont.getByTestId('invite')).toContainText('has taken the seat of Austria');
  await expect(austria.getByTestId('prompt')).toContainText('Waiting.');

  // Piedmont sets up; Austria sees counters, but their backs.
  await piedmont.getByRole('button', { name: 'place standard' }).click();
  await expect(austria.getByTestId('prompt')).toContainText(/activate/i);
  await passDice(austria);
  await austria.getByTestId('board').focus();
  await austria.locator('#tab-forces').click();
  await expect(austria.getByText('1 divisione').first()).toBeVisible();
  const state = await stateOf(server, tokenOf(austria));
  const enemies = state.scene.pieces.filter((piece) => piece.seat === 0);
  expect(enemies.length).toBeGreaterThan(15);
  expect(enemies.every((piece) => !piece.face_up)).toBe(true);

  // Nothing that came over the wire names a Piedmontese unit.
  await austria.waitForTimeout(300);
  const wire = told.join('\n');
  expect(wire.length).toBeGreaterThan(1000);
  for (const secret of ['pi-5-aosta', '5 Aosta', 'pi-8-cuneo', '11 Casale', 'pi-fc-darvillars']) expect(wire).not.toContain(secret);

  // They talk.
  await austria.locator('#tab-log').click();
  await austria.getByLabel('Say something').fill('Buongiorno!');
  await austria.keyboard.press('Enter');
  await piedmont.locator('#tab-log').click();
  await expect(piedmont.getByTestId('log')).toContainText('Buongiorno!');
  expect(faults.flat()).toEqual([]);
  await piedmont.context().close();
  await austria.context().close();
});

test('taking back: freely before anything came of it, by consent after, and consent can be refused', async ({ browser, server }) => {
  const created = await create(server, 'goito/battle', {}, 'link');
  const [one, two] = [seatToken(created, 0), await takeSeat(server, created, 1)];
  const piedmont = await (await browser.newContext()).newPage();
  const austria = await (await browser.newContext()).newPage();
  await openTable(piedmont, server, one);
  await openTable(austria, server, two);

  await piedmont.locator('[data-unit="pi-5-aosta"]').click();
  await piedmont.locator('[data-action="place 5-aosta 1106"]').click();
  await expect(piedmont.getByTestId('undo')).toBeVisible();
  await piedmont.getByTestId('undo').click();
  await expect(piedmont.getByTestId('prompt')).toContainText('24 left');

  await act(server, one, 'place standard');
  await expect(piedmont.getByTestId('prompt')).toContainText(/activate/i);
  const before = (await stateOf(server, one)).scene.pieces.length;
  await piedmont.getByTestId('ask-back').click();
  await expect(austria.getByTestId('prompt').locator('..')).toContainText('asks to take back');
  await austria.getByRole('button', { name: 'Refuse' }).click();
  await expect(austria.getByRole('button', { name: 'Refuse' })).toBeHidden();
  await piedmont.locator('#tab-log').click();
  await expect(piedmont.getByTestId('log')).toContainText('refuses');
  expect((await stateOf(server, one)).scene.pieces.length).toBe(before);

  await expect(piedmont.getByTestId('ask-back')).toBeVisible();
  await piedmont.getByTestId('ask-back').click();
  await austria.getByRole('button', { name: 'Allow' }).click();
  await expect(piedmont.getByTestId('log')).toContainText('taken back');
  await piedmont.context().close();
  await austria.context().close();
});

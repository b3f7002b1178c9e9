import type { Replay } from '../../src/wire';
import { act, boardOf, clickHex, create, expect, openTable, seatToken, stateOf, takeSeat, test } from './helper';

test('the game is replayed by slider, keys and play, and a moment is shared', async ({ browser, server }) => {
  const created = await create(server, 'goito/quick', { fog: 'off' }, 'screen');
  await act(server, created.yours, 'place standard', 0);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await openTable(page, server, created.yours);
  await page.locator('#tab-game').click();
  await page.getByTestId('replay').click();
  const bar = page.getByTestId('replay-bar');
  await expect(bar).toBeVisible();
  const slider = bar.getByRole('slider');
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(10);
  await expect(page.getByTestId('prompt')).toContainText('Replay.');

  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await expect(slider).toHaveValue('2');
  await page.keyboard.press('[');
  await expect(slider).toHaveValue('1');
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect(slider).not.toHaveValue('1');
  await bar.getByRole('button', { name: 'Pause' }).click();

  await slider.fill(String(last - 3));
  const shown = await bar.locator('.line').textContent();
  await bar.getByRole('button', { name: 'Share' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/table#[\w-]+@\d+$/);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByTestId('replay-bar').locator('.line')).toHaveText(shown!);
  await bar.getByRole('button', { name: 'Back to the game' }).click();
  await expect(bar).toBeHidden();
  await other.context().close();
  await context.close();
});

test('a seat replays no more than it saw', async ({ page, server }) => {
  const created = await create(server, 'goito/quick', {}, 'link');
  const guest = await takeSeat(server, created, 1);
  await act(server, seatToken(created, 0), 'place standard');
  await openTable(page, server, guest);
  const answer = page.waitForResponse((response) => response.url().includes('/api/replay'));
  await page.getByRole('button', { name: 'Replay' }).click();
  const text = await (await answer).text();
  expect(text).not.toContain('5 Aosta');
  await expect(page.getByTestId('replay-bar')).toBeVisible();
});

test('a shared moment is the same for whoever opens it, and tells nothing of what was done unseen', async ({ browser, server }) => {
  const created = await create(server, 'goito/quick', {}, 'link');
  const guest = await takeSeat(server, created, 1);
  const maker = seatToken(created, 0);
  await act(server, maker, 'place standard');
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  // The browser that made the game has its links.
  await context.addInitScript(([token, links]) => localStorage.setItem('capitano.links', JSON.stringify({ [token as string]: links })), [maker, created.links] as const);
  const page = await context.newPage();
  await openTable(page, server, maker);
  await page.getByRole('button', { name: 'Replay' }).click();
  const bar = page.getByTestId('replay-bar');
  const slider = bar.getByRole('slider');
  // Over all that was placed unseen, to the first thing that everybody hears after it.
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(20);
  await slider.fill(String(last));
  const told = await bar.locator('.line').textContent();
  const turn = await page.locator('header .turn').textContent();
  const share = async () => {
    await bar.getByRole('button', { name: 'Share' }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const link = await share();
  const spectator = created.links.find(({ role }) => role === 'spectator')!.token;
  expect(link).toContain(`#${spectator}@`);
  const moment = link.split('@')[1]!;
  // For a spectator, and for the other side with its own link.
  for (const address of [link, `${server}/table#${guest}@${moment}`]) {
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await expect(other.getByTestId('replay-bar').locator('.line')).toHaveText(told!);
    await expect(other.locator('header .turn')).toHaveText(turn!);
    await other.context().close();
  }
  // Wherever she stands in what she did unseen, her link says no more than what everybody knows.
  const { states } = (await (await fetch(`${server}/api/replay?count=500`, { headers: { authorization: `Bearer ${maker}` } })).json()) as Replay;
  const unseen = states.findIndex(({ moment }, i) => moment === states[i + 1]?.moment);
  expect(unseen).toBeGreaterThanOrEqual(0);
  await slider.fill(String(unseen));
  const early = await share();
  await slider.fill(String(unseen + 1));
  expect(await share()).toBe(early);
  expect(early).toMatch(/@\d+$/);
  await context.close();
});

test('the link to one\'s own seat opens at the very step', async ({ browser, server }) => {
  const created = await create(server, 'goito/quick', {}, 'link');
  const maker = seatToken(created, 0);
  await act(server, maker, 'place standard');
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await openTable(page, server, maker);
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByTestId('replay-bar').getByRole('slider');
  await slider.fill('7');
  await page.getByTestId('replay-bar').getByRole('button', { name: 'Share' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByTestId('replay-bar').getByRole('slider')).toHaveValue('7');
  await other.context().close();
  await context.close();
});

test('a replay shows the past alone: no reasons of the present, no live dice or notices over its bar', async ({ page, server }) => {
  const created = await create(server, 'goito/quick', { fog: 'off' }, 'link');
  const guest = await takeSeat(server, created, 1);
  const maker = seatToken(created, 0);
  await act(server, maker, 'place standard');
  await openTable(page, server, maker);
  const now = await stateOf(server, maker);
  const unit = now.scene.pieces.find(({ seat, hex, name }) => seat === 0 && hex && name)!;
  const board = await boardOf(server, now.scene.map);
  const inspector = page.getByTestId('inspector');
  await clickHex(page, board, unit.hex!);
  await expect(inspector).toContainText(unit.name);
  await expect(inspector.locator('li').first()).toBeVisible();

  await page.getByRole('button', { name: 'Replay' }).click();
  const bar = page.getByTestId('replay-bar');
  const slider = bar.getByRole('slider');
  // At the beginning nobody stands there, and nothing is said of why he who stands there now can do nothing.
  await slider.fill('0');
  await expect(inspector).not.toContainText(unit.name);
  await expect(inspector.locator('li')).toHaveCount(0);
  await slider.fill((await slider.getAttribute('max'))!);
  await expect(inspector).toContainText(unit.name);
  await expect(inspector.locator('li')).toHaveCount(0);

  // Meanwhile the game goes on, with dice.
  const actor = now.status.decide[0] === 0 ? maker : guest;
  const { choices } = await stateOf(server, actor);
  await act(server, actor, choices.find(({ action }) => action.startsWith('activate'))!.action);
  await expect.poll(async () => (await stateOf(server, maker)).number).toBeGreaterThan(now.number);
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  const notice = page.locator('.notice');
  await expect(notice).toBeVisible();
  await expect(page.getByTestId('dice')).toHaveCount(0);
  const [above, below] = [(await notice.boundingBox())!, (await bar.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  // The dice of a moment stand in the bar itself.
  await bar.getByRole('button', { name: 'Back to the game' }).click();
  await page.getByRole('button', { name: 'Replay' }).click();
  await slider.fill((await slider.getAttribute('max'))!);
  await expect(bar.locator('.dice')).not.toHaveCount(0);
});

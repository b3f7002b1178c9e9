import { act, expect, importPosition, openTable, passDice, positionWhere, seatToken, stateOf, takeSeat, test } from './helper';

test('the path of a hobbyist: declare, fight, result, undo, look up, replay, shared moment', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const position = await positionWhere('goito/battle', {}, ({ decide }, choices) =>
    decide[0] === 0 && choices.length > 1 && choices.some(({ odds, action }) => odds && /^assault/.test(action)),
  );
  const created = await importPosition(server, position, 'link');
  const maker = seatToken(created, 0);
  const guest = await takeSeat(server, created, 1);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  await context.addInitScript(([token, links]) => localStorage.setItem('capitano.links', JSON.stringify({ [token as string]: links })), [maker, created.links] as const);
  const page = await context.newPage();
  await openTable(page, server, maker);

  // He declares the attack, and sees what it may bring before he commits it.
  const attack = page.locator('[data-action^="assault"]').first();
  const action = (await attack.getAttribute('data-action'))!;
  await attack.click();
  const fight = page.getByTestId('fight');
  await expect(fight).toContainText('Modifiers');
  const { number } = await stateOf(server, maker);
  await page.getByTestId('commit').click();
  await expect.poll(async () => (await stateOf(server, maker)).number).toBeGreaterThan(number);

  // What came of it stands in the log, with its dice.
  const rolls = async () => (await stateOf(server, maker)).feed.flatMap(({ what }) => (what.kind === 'told' && what.told.dice?.length ? [what.told.dice] : []));
  const fell = (await rolls())[0]!;
  expect(fell.length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
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
  await expect.poll(async () => (await stateOf(server, guest)).asks).toBe(0);
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

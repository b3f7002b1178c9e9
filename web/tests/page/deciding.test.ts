import { expect, importPosition, openTable, passDice, positionWhere, seatToken, test } from './helper';

test('a fight shows modifiers, odds and chart before the roll, and dice after', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', { fog: 'off' }, (_, choices) =>
    choices.length > 1 && choices.some((choice) => choice.odds && /^assault/.test(choice.action)),
  );
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  await page.locator('[data-action^="assault"]').first().click();
  const fight = page.getByTestId('fight');
  await expect(fight).toContainText('Modifiers');
  await expect(fight.locator('.lines tr')).not.toHaveCount(0);
  await expect(fight.locator('summary').first()).toBeVisible();

  // A modifier leads to its rule and back.
  await fight.getByTestId('modifiers').locator('.rule').first().click();
  await expect(page.getByTestId('rule')).toBeVisible();
  await page.locator('#tab-orders').click();
  await page.getByTestId('commit').click();
  await expect(page.getByTestId('dice')).toBeVisible();
  await passDice(page);
  await page.locator('#tab-charts').click();
  await expect(page.locator('td.on').first()).toBeVisible();
});

test('a far hex shows the way with its cost before the move is made', async ({ page, server }) => {
  const position = await positionWhere(
    'goito/battle',
    { fog: 'off' },
    (_, choices) => choices.filter((choice) => /^step/.test(choice.action)).length > 3 && choices.some(({ action }) => action === 'march'),
  );
  const created = await importPosition(server, position, 'screen');
  await openTable(page, server, created.yours);
  const unit = await page.evaluate(() => document.querySelector<HTMLElement>('[data-action^="step"]')?.dataset.action);
  expect(unit).toBeTruthy();
  const token = created.yours;
  const state = await (await fetch(`${server}/api/table?as=0`, { headers: { authorization: `Bearer ${token}` } })).json();
  const seat = state.status.decide[0];
  const answer = await fetch(`${server}/api/table?as=${seat}`, { headers: { authorization: `Bearer ${token}` } });
  const mine = await answer.json();
  const piece = mine.status.prompt.units[0];
  const reach = await (await fetch(`${server}/api/reach?as=${seat}&unit=${piece}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const near = new Set(mine.choices.map((choice: { hex?: string }) => choice.hex));
  const far = reach.hexes.find((way: { hex: string; path: string[] }) => way.path.length > 1 && !near.has(way.hex));
  const board = await (await fetch(`${server}/api/maps/${mine.scene.map}`)).json();

  // The keyboard cursor is moved there: down the columns, then across.
  await page.getByTestId('board').focus();
  const at = (id: string) => board.hexes.find((hex: { id: string }) => hex.id === id);
  await page.keyboard.press('ArrowUp');
  const spoken = page.getByTestId('spoken');
  const target = at(far.hex);
  for (let i = 0; i < 80; i++) {
    const id = /\b(\d{4})\b/.exec((await spoken.textContent()) ?? '')?.[1];
    if (id === far.hex) break;
    const here = at(id!);
    const across = Math.abs(here.x - target.x) > 10;
    await page.keyboard.press(across ? (here.x < target.x ? 'ArrowRight' : 'ArrowLeft') : here.y < target.y ? 'ArrowDown' : 'ArrowUp');
  }
  await expect(spoken).toContainText(far.hex);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('way')).toContainText(far.hex);
  const before = await page.getByTestId('prompt').textContent();
  await page.getByTestId('go').click();
  await expect(page.getByTestId('prompt')).not.toHaveText(before!);
});

test('a unit that cannot act says why, with its rule', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  await page.locator('#tab-forces').click();
  await page.getByRole('button', { name: 'Motella' }).click();
  await page.locator('#tab-orders').click();
  const inspector = page.getByTestId('inspector');
  await expect(inspector).toContainText('Motella');
  await inspector.locator('.piece').first().click();
  await expect(inspector.locator('li').first()).toBeVisible();
  await expect(inspector.locator('li .rule').first()).toContainText('§');
});

test('overlays are laid over the map by key and by button', async ({ page, server }) => {
  const position = await positionWhere('goito/battle', {}, (status) => status.prompt.rule.endsWith('4.B.2d') && status.decide[0] === 0);
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  await page.getByRole('button', { name: 'Overlays' }).click();
  const list = page.getByRole('group', { name: 'Overlays' }).getByRole('button');
  expect(await list.count()).toBeGreaterThan(3);
  await list.first().click();
  const legend = page.getByRole('complementary', { name: 'Legend' });
  await expect(legend).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(legend).toBeHidden();
  const key = (await list.first().locator('kbd').textContent())!;
  await page.getByTestId('board').focus();
  await page.keyboard.press(key);
  await expect(legend).toBeVisible();
});

test('a standing answer declines a reaction once for all, until it is taken back', async ({ page, server }) => {
  const position = await positionWhere(
    'goito/battle',
    {},
    (status, choices) => status.decide[0] === 0 && !!status.prompt.standing && choices.some((choice) => choice.declines) && choices.length > 1,
  );
  const created = await importPosition(server, position, 'link');
  await openTable(page, server, seatToken(created, 0));
  const before = await page.getByTestId('prompt').textContent();
  await page.getByRole('button', { name: /^Always decline/ }).click();
  const list = page.getByRole('region', { name: 'Standing answers' });
  await expect(list).toBeVisible();
  await expect(page.getByTestId('prompt')).not.toHaveText(before!);
  await list.getByRole('button', { name: 'Ask me again' }).first().click();
  await expect(list).toBeHidden();
});

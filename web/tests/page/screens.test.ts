// Every screen at three sizes, as pictures in shots/ to be looked at.

import type { Page } from '@playwright/test';
import type { Created } from '../../src/wire';
import { create, expect, importPosition, openTable, passDice, positionWhere, post, seatToken, takeSeat, test } from './helper';

const SIZES = { desk: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const;

for (const [name, [width, height]] of Object.entries(SIZES)) {
  test(`screens, ${name}`, async ({ browser, server }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: name === 'phone', deviceScaleFactor: 1 });
    const page = await context.newPage();
    let count = 0;
    const shot = async (what: string, of: Page = page) => {
      await of.waitForTimeout(700);
      // Nothing may stick out sideways.
      expect(await of.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), what).toBeLessThanOrEqual(0);
      await of.screenshot({ path: `shots/${name}-${String(++count).padStart(2, '0')}-${what}.png` });
    };
    await page.goto(server);
    await expect(page.locator('[data-scenario]').first()).toBeVisible();
    await shot('front');
    await page.locator('[data-scenario="goito/battle"]').click();
    await shot('start');
    await page.getByTestId('computer').click();
    await shot('start-computer');
    await page.getByTestId('watch').click();
    await shot('start-watch');
    await page.getByTestId('watch-start').click();
    await expect(page.getByTestId('pace')).toBeVisible();
    await shot('watch');
    await page.getByTestId('pause').click();
    await page.goto(server);
    await page.locator('[data-scenario="goito/battle"]').click();
    await page.getByTestId('screen').click();
    await expect(page.getByTestId('lift')).toBeVisible();
    await shot('curtain');
    await page.getByTestId('lift').click();
    await expect(page.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
    await shot('set-up');
    await page.goto(server);
    await expect(page.getByText('At the table')).toBeVisible();
    await shot('front-with-games');

    const friend = await create(server, 'goito/battle', {}, 'link');
    await page.evaluate(([token, links]) => localStorage.setItem('capitano.links', JSON.stringify({ [token!]: JSON.parse(links!) })), [
      friend.yours,
      JSON.stringify(friend.links),
    ]);
    await openTable(page, server, friend.yours);
    await shot('invite');
    const guest = await (await browser.newContext({ viewport: page.viewportSize()! })).newPage();
    await guest.goto(`${server}/table#${seatToken(friend, 1)}`);
    await expect(guest.getByTestId('invitation')).toBeVisible();
    await shot('invitation', guest);
    await guest.getByLabel('Your name, as ').fill('Carlo');
    await guest.getByTestId('take').click();
    await expect(guest.getByTestId('board')).toHaveAttribute('data-ready', 'yes');
    await guest.context().close();
    await expect(page.getByTestId('invite')).toContainText('Carlo has taken the seat');
    await shot('invite-taken');
    await page.goto(`${server}/table#${seatToken(friend, 1)}`);
    await expect(page.getByText('This seat is taken').first()).toBeVisible();
    await shot('seat-taken');

    const activating = await positionWhere('goito/battle', {}, (status, choices) => status.turn === 2 && status.decide[0] === 0 && choices.filter(({ action }) => /^activate/.test(action)).length > 1);
    const against = await post<Created>(server, '/api/import', { position: activating, seats: 'link', players: ['human', 'sergeant'] });
    await openTable(page, server, against.yours);
    await page.getByTestId('ask-hint').click();
    await expect(page.getByTestId('hint-play')).toBeVisible({ timeout: 60_000 });
    await shot('hint');

    const assault = await positionWhere('goito/battle', {}, (status, choices) => status.decide[0] === 1 && choices.length > 1 && choices.some((choice) => /^assault/.test(choice.action)));
    const table = await importPosition(server, assault, 'link');
    await openTable(page, server, await takeSeat(server, table, 1, { name: 'Carlo' }));
    await shot('assault');
    await page.locator('[data-action^="assault"]').first().click();
    await expect(page.getByTestId('fight')).toContainText('Odds');
    await shot('fight');
    await page.getByTestId('commit').click();
    await expect(page.getByTestId('result')).toBeVisible();
    await shot('result');
    for (let i = 0; i < 4; i++) await passDice(page);
    for (const tab of ['forces', 'log', 'rules', 'charts', 'game']) {
      await page.locator(`#tab-${tab}`).click();
      await shot(tab);
    }
    await page.locator('#tab-orders').click();
    const overlays = page.getByRole('button', { name: 'Overlays' });
    await overlays.click();
    await page.getByRole('group', { name: 'Overlays' }).getByRole('button').first().click();
    await overlays.click();
    await shot('overlay');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByTestId('replay-bar')).toBeVisible();
    await shot('replay');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.keyboard.press('?');
    await shot('keys');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('it');
    await page.getByLabel(/daltonici/).check();
    await shot('settings-dark');
    await page.keyboard.press('Escape');
    await shot('board-dark');
    await page.goto(server);
    await expect(page.locator('[data-scenario]').first()).toBeVisible();
    await shot('front-dark');
    await context.close();
  });
}

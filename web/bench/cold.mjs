// Measures how long a first visit takes to a drawn board: `CAPITANO_BIN=… node bench/cold.mjs`, of another scenario than
// Goito's with `SCENARIO=…`. Each visit has a fresh browser without anything kept, and the server is on this machine.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';

const folder = mkdtempSync(path.join(tmpdir(), 'capitano-cold-'));
const port = 4198;
const address = process.env.CAPITANO_URL ?? `http://127.0.0.1:${port}`;
const server = process.env.CAPITANO_URL
  ? null
  : spawn(process.env.CAPITANO_BIN ?? '../target/release/capitano', ['serve', '--no-open', '--port', String(port), '--folder', folder], { stdio: 'ignore' });
for (let i = 0; i < 100; i++) {
  if (await fetch(`${address}/api/catalogue`).catch(() => null)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const terms = { take_backs: true, forced: true, clock: null, spectators: 'none' };
const made = await fetch(`${address}/api/tables`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ scenario: process.env.SCENARIO ?? 'goito/battle', options: {}, terms, seats: 'screen', side: 0 }),
});
const { yours } = await made.json();
const times = [];
for (let i = 0; i < 7; i++) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}/table#${yours}`);
  await page.waitForSelector('[data-ready]');
  times.push(await page.evaluate(() => performance.getEntriesByName('board')[0].startTime));
  await browser.close();
}
times.sort((a, b) => a - b);
console.log(`first board: least ${times[0].toFixed(0)} ms, median ${times[3].toFixed(0)} ms, most ${times[6].toFixed(0)} ms`);
server?.kill();
rmSync(folder, { recursive: true });

// Measures the board in headless Chromium: `node bench/run.mjs`. Prints what README.md in this folder keeps.

import { chromium } from '@playwright/test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  root: new URL('..', import.meta.url).pathname,
  plugins: [svelte()],
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
});
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', (error) => console.error(error.message));
await page.goto(`http://127.0.0.1:${port}/bench/`);
await page.waitForFunction(() => 'bench' in window, null, { timeout: 120_000 });
await page.evaluate(() => window.bench.ready());

const seconds = 6;
for (const [name, zoom] of [
  ['whole map', 0],
  ['half of it', -600],
  ['near', -1500],
]) {
  await page.evaluate(
    ([deltaY]) => {
      const canvas = document.querySelector('canvas');
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '0' }));
      canvas.dispatchEvent(new WheelEvent('wheel', { clientX: 720, clientY: 450, deltaY, cancelable: true }));
    },
    [zoom],
  );
  await page.waitForTimeout(1500);
  for (const kind of ['pan', 'zoom']) {
    const times = await page.evaluate(([kind, seconds]) => window.bench.run(kind, seconds), [kind, seconds]);
    times.sort((a, b) => a - b);
    const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
    const slow = times.filter((time) => time >= 20).length;
    console.log(`${name}, ${kind}: ${times.length} frames, median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms, ${slow} of 20 ms or more`);
  }
}
await browser.close();
await server.close();

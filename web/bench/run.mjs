// Measures the board in headless Chromium: `node bench/run.mjs`. Prints what README.md in this folder keeps.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = mkdtempSync(path.join(tmpdir(), 'capitano-bench-'));
const common = { configFile: false, root, plugins: [svelte()], logLevel: 'error' };
await build({ ...common, build: { outDir, target: 'es2022', rollupOptions: { input: path.join(root, 'bench/index.html') } } });
const server = await preview({ ...common, build: { outDir }, preview: { port: 4199, host: '127.0.0.1' } });
const { port } = server.httpServer.address();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', (error) => console.error(error.message));
await page.goto(`http://127.0.0.1:${port}/bench/`);
await page.waitForFunction(() => 'bench' in window, null, { timeout: 120_000 });
await page.evaluate(() => window.bench.ready());

// What the page's own thread works, in its own time: what else the machine does is not in it.
const protocol = await page.context().newCDPSession(page);
await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
const worked = async () => {
  const { metrics } = await protocol.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
};

const seconds = 6;
for (const [name, zoom] of [
  ['whole map', 0],
  ['half of it', -600],
  ['near', -1500],
]) {
  await page.evaluate(
    ([deltaY]) => {
      const canvas = document.querySelector('canvas');
      // First as far away as can be.
      for (const turn of [1e5, deltaY]) canvas.dispatchEvent(new WheelEvent('wheel', { clientX: 720, clientY: 450, deltaY: turn, cancelable: true }));
    },
    [zoom],
  );
  await page.waitForTimeout(1500);
  for (const kind of ['pan', 'zoom']) {
    const before = await worked();
    const times = await page.evaluate(([kind, seconds]) => window.bench.run(kind, seconds), [kind, seconds]);
    const work = ((await worked()) - before) / times.length;
    times.sort((a, b) => a - b);
    const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
    const slow = times.filter((time) => time >= 20).length;
    console.log(`${name}, ${kind}: ${times.length} frames, median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms, ${slow} of 20 ms or more; work of the page's thread ${work.toFixed(1)} ms a frame`);
  }
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true });

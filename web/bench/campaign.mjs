// The whole battle of Piacenza as a player has it on the screen: `CAPITANO_BIN=… node bench/campaign.mjs`. How long a click on a
// counter takes until it is drawn, how evenly the map is panned and zoomed, and when it is sharp again after a zoom. With each
// figure stands what the page's own thread worked for it, which does not depend on what else the machine does.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';

const folder = mkdtempSync(path.join(tmpdir(), 'capitano-campaign-'));
const port = 4197;
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
  body: JSON.stringify({ scenario: 'piacenza/campaign', options: {}, terms, seats: 'link', side: 0 }),
});
const { yours } = await made.json();
const state = await (await fetch(`${address}/api/table`, { headers: { authorization: `Bearer ${yours}` } })).json();
const board = await (await fetch(`${address}/api/maps/piacenza`)).json();

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${address}/table#${yours}`);
await page.waitForSelector('[data-ready]');
await page.waitForTimeout(3000);
const protocol = await page.context().newCDPSession(page);
await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
const worked = async () => {
  const { metrics } = await protocol.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
};
const frame = await page.getByTestId('board').boundingBox();
const [cx, cy] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const most = (list) => Math.max(...list);
const told = (list) => `median ${middle(list).toFixed(0)} ms, most ${most(list).toFixed(0)} ms`;

// Sharp after a zoom: from the last turn of the wheel to the frame that shows it.
const sharp = [];
const cost = [];
for (let i = 0; i < 8; i++) {
  await page.mouse.move(cx, cy);
  const before = await worked();
  sharp.push(
    await page.evaluate(
      ([x, y, deltaY]) =>
        new Promise((resolve) => {
          const board = document.querySelector('[data-testid="board"]');
          const start = performance.now();
          document.querySelector('canvas').dispatchEvent(new WheelEvent('wheel', { clientX: x, clientY: y, deltaY, cancelable: true }));
          const wait = () => (performance.now() - start > 20 && board.dataset.sharp === 'yes' ? resolve(performance.now() - start) : requestAnimationFrame(wait));
          requestAnimationFrame(wait);
        }),
      [cx, cy, i % 2 ? 260 : -300],
    ),
  );
  cost.push((await worked()) - before);
  await page.waitForTimeout(1500);
}
console.log(`sharp after a zoom: ${told(sharp)}; work of the page's thread ${told(cost)}`);

// A click on a counter: from the pointer's release to the frame that shows the selection.
const camera = (await page.getByTestId('board').getAttribute('data-camera')).split(' ').map(Number);
const at = (hex) => ({ x: frame.x + frame.width / 2 + (hex.x - camera[0]) * camera[2], y: frame.y + frame.height / 2 + (hex.y - camera[1]) * camera[2] });
const spots = [...new Set(state.scene.pieces.map(({ hex }) => hex))]
  .flatMap((id) => board.hexes.filter((hex) => hex.id === id))
  .map(at)
  .filter(({ x, y }) => x > frame.x + 80 && x < frame.x + frame.width - 20 && y > frame.y + 20 && y < frame.y + frame.height - 20)
  .slice(0, 20);
const clicks = [];
const work = [];
for (const { x, y } of spots) {
  const before = await worked();
  clicks.push(
    await page.evaluate(
      ([x, y]) =>
        new Promise((resolve) => {
          const canvas = document.querySelector('canvas');
          canvas.setPointerCapture = () => undefined;
          const fire = (type) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true, pointerType: 'mouse' }));
          fire('pointerdown');
          const start = performance.now();
          fire('pointerup');
          // Drawn in the next frame, shown after it.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        }),
      [x, y],
    ),
  );
  work.push((await worked()) - before);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(150);
}
console.log(`a click on a counter: ${told(clicks)} of ${clicks.length}; work of the page's thread ${told(work)}`);

// Panned and zoomed without rest.
for (const kind of ['pan', 'zoom']) {
  const before = await worked();
  const { times, long } = await page.evaluate(
    async ([kind, seconds]) => {
      const long = [];
      const watch = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
      watch.observe({ type: 'longtask' });
      const canvas = document.querySelector('canvas');
      canvas.setPointerCapture = () => undefined;
      const box = canvas.getBoundingClientRect();
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const fire = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true, pointerType: 'mouse' }));
      const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times = [];
      const start = await next();
      let last = start;
      if (kind === 'pan') fire('pointerdown', cx, cy);
      while (last - start < seconds * 1000) {
        const t = (last - start) / 1000;
        if (kind === 'pan') fire('pointermove', cx + Math.sin(t * 2) * box.width * 0.45, cy + Math.cos(t * 1.4) * box.height * 0.45);
        else canvas.dispatchEvent(new WheelEvent('wheel', { clientX: cx, clientY: cy, deltaY: Math.sin(t * 1.5) * 60, cancelable: true }));
        const now = await next();
        times.push(now - last);
        last = now;
      }
      if (kind === 'pan') fire('pointerup', cx, cy);
      watch.disconnect();
      return { times, long };
    },
    [kind, 6],
  );
  const each = ((await worked()) - before) / times.length;
  console.log(`${kind}: ${times.length} frames, ${told(times)}, ${times.filter((time) => time > 50).length} over 50 ms, ${long.length} long tasks; work of the page's thread ${each.toFixed(1)} ms a frame`);
  await page.waitForTimeout(1500);
}
await browser.close();
server?.kill();
rmSync(folder, { recursive: true });

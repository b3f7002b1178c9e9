import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from './helper';

test('scripts and styles stay under 400 kB compressed', async ({ page, server }) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) {
      void response.body().then((body) => sizes.push(gzipSync(body).length));
    }
  });
  await page.goto(server);
  await expect(page.locator('[data-scenario]').first()).toBeVisible();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
  const assets = path.join(import.meta.dirname, '../../dist/assets');
  if (existsSync(assets)) {
    const total = readdirSync(assets).reduce((sum, name) => sum + brotliCompressSync(readFileSync(path.join(assets, name))).length, 0);
    expect(total).toBeLessThan(400_000);
  }
});

// What the page looks like everywhere: its own type, on the page, on counters and on the maps.

import { create, expect, openTable, test } from './helper';

const FACES = ['400 16px "Capitano Text"', 'italic 400 16px "Capitano Text"', '600 16px "Capitano Display"', 'italic 400 16px "Capitano Display"', '600 16px "Capitano Narrow"'];

test('the page brings its own type', async ({ page, server }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server) && !/^(data|blob):/.test(request.url())) strangers.push(request.url());
  });
  await page.goto(server);
  await expect(page.locator('[data-scenario]').first()).toBeVisible();
  // What is on the screen first is set in it from the beginning.
  const early = await page.evaluate(() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('"', '')));
  expect(early).toEqual(expect.arrayContaining(['Capitano Text', 'Capitano Display', 'Capitano Narrow']));
  const styles = await page.evaluate(() => [document.body, document.querySelector('h1, h2, h3')!].map((element) => getComputedStyle(element).fontFamily.split(',')[0]!.replaceAll('"', '')));
  expect(styles).toEqual(['Capitano Text', 'Capitano Display']);
  // All faces can be read, come from here and are not heavy.
  const loaded = await page.evaluate(async (faces) => {
    const found = await Promise.all(faces.map((face) => document.fonts.load(face)));
    const files = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.woff2')) as PerformanceResourceTiming[];
    const sizes = new Map(files.map((file) => [file.name, file.decodedBodySize]));
    return { faces: found.map((list) => list.length), files: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
  }, FACES);
  expect(loaded.faces).toEqual(FACES.map(() => 1));
  expect(loaded.files).toBe(FACES.length);
  expect(loaded.bytes).toBeGreaterThan(50_000);
  expect(loaded.bytes).toBeLessThan(200_000);
  expect(strangers).toEqual([]);
});

test('a map is set in the type that it carries', async ({ page, server }) => {
  const created = await create(server, 'goito/battle', {}, 'screen');
  await openTable(page, server, created.yours);
  // The same letters, drawn from the map's own picture and with the face that stands in for it where there is none.
  const dark = await page.evaluate(async () => {
    const svg = await (await fetch('/api/maps/goito/drawing.svg')).text();
    const faces = svg.match(/<style>[\s\S]*?<\/style>/)![0];
    const picture = async (style: string, family: string) => {
      const text = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" viewBox="0 0 400 60" font-family="${family}">${style}<text x="5" y="45" font-size="40">Goito Mincio 1848</text></svg>`;
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = 400;
      canvas.height = 60;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, 400, 60);
      return Array.from({ length: data.length / 4 }, (_, i) => (data[i * 4 + 3]! > 128 ? 1 : 0));
    };
    await document.fonts.load('400 40px "Capitano Display"');
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 60;
    const context = canvas.getContext('2d')!;
    context.font = '400 40px "Capitano Display"';
    context.fillText('Goito Mincio 1848', 5, 45);
    const { data } = context.getImageData(0, 0, 400, 60);
    const wanted = Array.from({ length: data.length / 4 }, (_, i) => (data[i * 4 + 3]! > 128 ? 1 : 0));
    const unlike = (a: number[], b: number[]) => a.reduce<number>((sum, one, i) => sum + (one === b[i] ? 0 : 1), 0) / b.reduce<number>((sum, one) => sum + one, 0);
    return { own: unlike(await picture(faces, "'Capitano Display',serif"), wanted), other: unlike(await picture('', "'Capitano Display',serif"), wanted) };
  });
  expect(dark.own).toBeLessThan(0.15);
  expect(dark.other).toBeGreaterThan(0.3);
});

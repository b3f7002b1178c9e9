// What the page looks like everywhere: its own type, on the page, on counters and on the maps.

import type { Page } from '@playwright/test';
import { toWindow } from '../../src/board/camera';
import { lyingOn, restsAt } from '../../src/lib/tracks';
import { act, boardOf, create, expect, openTable, sight, stateOf, test } from './helper';

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

/** Opens a game with its whole sheet in view; gives its printed tracks, and the colour at a place of the sheet. */
async function wholeSheet(page: Page, server: string, scenario: string) {
  const { yours } = await create(server, scenario, { fog: 'off' }, 'screen');
  await act(server, yours, 'place standard', 0);
  const { scene } = await stateOf(server, yours, 0);
  await page.goto('about:blank');
  await openTable(page, server, yours);
  const board = await boardOf(server, scene.map);
  await page.keyboard.press('0');
  const [, , width, height] = board.drawing.view_box;
  const whole = async () => {
    const { camera, view } = await sight(page);
    return camera.scale - Math.min(view.width / width, view.height / height);
  };
  await expect.poll(whole).toBeLessThan(0.001);
  const { camera, view } = await sight(page);
  const colourAt = (x: number, y: number) =>
    page.locator('canvas').first().evaluate((canvas: HTMLCanvasElement, at) => {
      const ratio = canvas.width / canvas.clientWidth;
      return [...canvas.getContext('2d')!.getImageData(Math.floor(at.x * ratio), Math.floor(at.y * ratio), 1, 1).data].slice(0, 3);
    }, toWindow(camera, view, { x, y }));
  return { scene, board, colourAt };
}

test('turn, moods and corps are marked on the printed tracks', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  /** The boxes of a track around which a red frame lies. */
  const framed = async (sheet: Awaited<ReturnType<typeof wholeSheet>>, id: string) => {
    const { from, boxes } = sheet.board.tracks.find((track) => track.id === id)!;
    const list: number[] = [];
    for (const [i, [left, top, , tall]] of boxes.entries()) {
      const [red, green] = await sheet.colourAt(left, top + tall / 2);
      if (red! - green! > 90) list.push(from + i);
    }
    return list;
  };
  const goito = await wholeSheet(page, server, 'goito/battle');
  expect(await framed(goito, 'turns')).toEqual([1]);
  expect(await framed(goito, 'corps')).toEqual([0]);
  const moods = lyingOn(goito.scene.tracks.filter(({ printed }) => printed === 'mood'), goito.board.tracks);
  expect(moods.length).toBeGreaterThan(5);
  const unlike = (a: number[], b: number[]) => Math.max(...a.map((part, i) => Math.abs(part - b[i]!)));
  for (const lying of moods) {
    const { x, y, radius } = restsAt(lying);
    const paper = await goito.colourAt(lying.box.left + (lying.box.right - lying.box.left) * 0.12, lying.box.top + (lying.box.bottom - lying.box.top) * 0.2);
    // A white one stands out by its edge.
    const across = await Promise.all([0.7, 0.8, 0.9, 0.95, 1, 1.05].map((part) => goito.colourAt(x - radius * part, y)));
    expect(Math.max(...across.map((colour) => unlike(colour, paper))), lying.marker.label).toBeGreaterThan(30);
  }
  // Where nobody's mood is, nothing lies.
  const { boxes } = goito.board.tracks.find(({ id }) => id === 'mood')!;
  const [left, top, width, height] = boxes[0]!;
  expect(unlike(await goito.colourAt(left + width * 0.5, top + height * 0.85), await goito.colourAt(left + width * 0.12, top + height * 0.2))).toBeLessThan(10);
  await context.close();
});

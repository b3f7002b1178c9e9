import { expect, test } from '@playwright/test';
import { type Camera, type Frame, type Point, bring, clear, frame, inside, keep, least, pan, seen, zoom } from '../../src/board/camera';

const view = { width: 1000, height: 800 };
const sheet = { left: -100, top: -100, right: 4900, bottom: 2900 };
const inset = { left: 60, top: 10, right: 10, bottom: 10 };
const shape: Frame = { view, inset, sheet };
const PAD = 50;

const sees = (camera: Camera, places: Point[]) => places.filter((place) => inside(clear(camera, view, inset), place, PAD - 1e-6)).length;

test('nothing beyond the sheet is seen, wherever one pans and zooms', () => {
  let camera = keep({ x: 0, y: 0, scale: 1 }, view, sheet);
  for (let i = 0; i < 400; i++) {
    const at = { x: (i * 131) % 1000, y: (i * 77) % 800 };
    const moved = i % 3 === 0 ? zoom(camera, view, at, i % 2 ? 1.4 : 0.7, least(sheet, view), 3) : pan(camera, Math.sin(i) * 900, Math.cos(i * 1.7) * 900);
    camera = keep(moved, view, sheet);
    const box = seen(camera, view);
    // Along one side the whole sheet may be shorter than the window: it stands in the middle then.
    for (const [low, high, from, to] of [
      [box.left, box.right, sheet.left, sheet.right],
      [box.top, box.bottom, sheet.top, sheet.bottom],
    ] as const) {
      if (high - low > to - from) expect(low + high).toBeCloseTo(from + to, 3);
      else {
        expect(low).toBeGreaterThanOrEqual(from - 1e-6);
        expect(high).toBeLessThanOrEqual(to + 1e-6);
      }
    }
  }
  // The whole sheet is the smallest that there is.
  expect(keep({ x: 0, y: 0, scale: 0.0001 }, view, sheet).scale).toBe(least(sheet, view));
  const all = seen(keep({ x: 0, y: 0, scale: 0 }, view, sheet), view);
  expect(all.left).toBeLessThanOrEqual(sheet.left);
  expect(all.bottom).toBeGreaterThanOrEqual(sheet.bottom);
});

test('what is in view does not move the camera', () => {
  const camera = { x: 2000, y: 1500, scale: 1 };
  expect(bring(camera, { places: [{ x: 1900, y: 1400 }], pad: PAD, scale: 1, floor: 0.5 }, shape)).toEqual(camera);
  expect(bring(camera, { places: [], pad: PAD, scale: 1, floor: 0.5 }, shape)).toEqual(camera);
});

test('what is out of view comes in at the same scale, no further than needed, and not under the tools', () => {
  const camera = { x: 2000, y: 1500, scale: 1 };
  const places = [
    { x: 1300, y: 1500 },
    { x: 1700, y: 1200 },
  ];
  const to = bring(camera, { places, pad: PAD, scale: 1, floor: 0.5 }, shape);
  expect(to.scale).toBe(1);
  expect(sees(to, places)).toBe(2);
  expect(to.x).toBeCloseTo(1300 - PAD - inset.left + 500);
  expect(to.y).toBe(1500);
});

test('only if they do not fit is the map drawn smaller, and at its own scale again for the next', () => {
  const wide = [
    { x: 1000, y: 1000 },
    { x: 2400, y: 1900 },
  ];
  const camera = { x: 2000, y: 1500, scale: 1 };
  const out = bring(camera, { places: wide, pad: PAD, scale: 1, floor: 0.5 }, shape);
  expect(out.scale).toBeLessThan(1);
  expect(out.scale).toBeGreaterThanOrEqual(0.5);
  expect(sees(out, wide)).toBe(2);
  const back = bring(out, { places: [wide[0]!], pad: PAD, scale: 1, floor: 0.5 }, shape);
  expect(back.scale).toBe(1);
  expect(sees(back, [wide[0]!])).toBe(1);
});

test('too far apart: as many as can be, at the same scale, and no jump for a few more', () => {
  const crowd = [0, 1, 2, 3, 4, 5].map((i) => ({ x: 4000 + i * 60, y: 2500 }));
  const lone = { x: 200, y: 200 };
  const far = bring({ x: 2000, y: 1500, scale: 1 }, { places: [lone, ...crowd], pad: PAD, scale: 1, floor: 0.9 }, shape);
  expect(far.scale).toBe(1);
  expect(sees(far, crowd)).toBe(6);
  const many = [0, 1, 2].flatMap((i) => [
    { x: 300 + i * 60, y: 300 },
    { x: 4300 + i * 60, y: 2500 },
  ]);
  const camera = keep({ x: 400, y: 300, scale: 1 }, view, sheet);
  expect(bring(camera, { places: many, pad: PAD, scale: 1, floor: 0.9 }, shape)).toEqual(camera);
});

test('the first view is as near as everything can be seen, but readable', () => {
  const army = [
    { x: 1000, y: 1000 },
    { x: 1600, y: 1500 },
  ];
  const near = frame(army, PAD, 1.5, 0.6, shape)!;
  expect(sees(near, army)).toBe(2);
  expect(near.scale).toBeGreaterThan(1);
  const wide = [...army, { x: 4800, y: 2800 }];
  const readable = frame(wide, PAD, 1.5, 0.6, shape)!;
  expect(readable.scale).toBe(0.6);
  expect(sees(readable, army)).toBe(2);
  expect(frame([], PAD, 1.5, 0.6, shape)).toBeNull();
});

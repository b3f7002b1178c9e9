// When the drawn map is drawn anew: how often, how much of it, in which order. By hand-made time.

import { expect, test } from '@playwright/test';
import type { Camera } from '../../src/board/camera';
import { type Canvas, Ground, REST } from '../../src/board/ground';
import type { Board } from '../../src/wire';

const view = { width: 1000, height: 800 };
const board = { drawing: { width: 6000, height: 4000, view_box: [-100, -100, 6000, 4000] } } as unknown as Board;

interface Piece {
  scale: number;
  /** In pixels. */
  width: number;
  height: number;
  at: number;
}

/** A ground whose drawings are written down, with a clock that is set by hand. */
function trial() {
  const drawn: Piece[] = [];
  let now = 0;
  let waiting: { then: () => void; due: number } | null = null;
  let clip = { width: 0, height: 0 };
  const context = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    clip: () => undefined,
    setTransform: () => undefined,
    drawImage: () => undefined,
    rect: (_x: number, _y: number, width: number, height: number) => (clip = { width, height }),
  } as never;
  const canvas = (width: number, height: number): Canvas => ({ width, height, getContext: () => context });
  const later = (then: () => void, milliseconds: number) => {
    const mine = { then, due: now + milliseconds };
    waiting = mine;
    return () => {
      if (waiting === mine) waiting = null;
    };
  };
  let camera: Camera = { x: 2000, y: 1500, scale: 0.7 };
  const window = { drawImage: () => undefined } as unknown as CanvasRenderingContext2D;
  const ground = new Ground(board, (_, scale) => drawn.push({ scale, ...clip, at: now }), () => ground.draw(window, camera, view, 1), { canvas, later });
  /** Time passes until nothing waits, or for so long. */
  const pass = (milliseconds = Infinity) => {
    const end = now + milliseconds;
    while (waiting && waiting.due <= end) {
      const { then, due } = waiting;
      waiting = null;
      now = due;
      then();
    }
    if (end < Infinity) now = end;
  };
  const look = (to: Camera) => {
    camera = to;
    ground.draw(window, camera, view, 1);
  };
  const fresh = () => drawn.splice(0);
  return { ground, look, pass, fresh };
}

test('the first board is one drawing: what the window shows, as sharp as can be', () => {
  const { ground, look, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  const [first, ...rest] = fresh();
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ scale: 0.7, at: 0 });
  expect(first!.width).toBeLessThanOrEqual(1002);
  expect(first!.height).toBeLessThanOrEqual(802);
  expect(ground.isSharp).toBe(true);
});

test('while the map is zoomed nothing is drawn anew; then the window first, in one piece, and after it what lies around', () => {
  const { ground, look, pass, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  pass();
  fresh();
  for (let i = 1; i <= 30; i++) {
    look({ x: 2000, y: 1500, scale: 0.7 * 1.02 ** i });
    pass(16);
  }
  expect(fresh()).toEqual([]);
  expect(ground.isSharp).toBe(false);
  pass(REST);
  const [first, ...others] = fresh();
  const scale = 0.7 * 1.02 ** 30;
  expect(first!.scale).toBeCloseTo(scale);
  expect(first!.width).toBeGreaterThanOrEqual(1000);
  expect(first!.height).toBeGreaterThanOrEqual(800);
  expect(first!.width * first!.height).toBeLessThan(1004 * 804);
  expect(ground.isSharp).toBe(true);
  pass();
  // What nobody waits for comes in small pieces with pauses between them.
  const later = [...others, ...fresh()];
  expect(later).toHaveLength(4);
  for (const piece of later) expect(piece.width * piece.height).toBeLessThan(0.5 * 1000 * 800);
});

test('a short way needs nothing, a longer one only the strips that come into view', () => {
  const { ground, look, pass, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  pass();
  fresh();
  look({ x: 2000 + 200 / 0.7, y: 1500, scale: 0.7 });
  expect(ground.isSharp).toBe(true);
  pass();
  expect(fresh()).toEqual([]);
  look({ x: 2000 + 600 / 0.7, y: 1500, scale: 0.7 });
  expect(ground.isSharp).toBe(false);
  pass(REST);
  const [strip, ...more] = fresh();
  expect(more).toEqual([]);
  expect(strip!.width).toBeLessThan(350);
  expect(ground.isSharp).toBe(true);
});

test('on the move the map is never drawn, however long it takes', () => {
  const { look, pass, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  pass();
  fresh();
  for (let i = 0; i < 300; i++) {
    look({ x: 1500 + i * 8, y: 1500, scale: 0.7 });
    pass(16);
  }
  expect(fresh()).toEqual([]);
});

test('a small picture of everything is there before what lies around the window, a finer one after it', () => {
  const { look, pass, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  fresh();
  pass();
  const scales = fresh().map(({ scale }) => Math.round(scale * 1000));
  expect(scales).toEqual([256, 700, 700, 700, 700, 512, 512, 512, 512, 512, 512]);
});

test('another light draws everything anew, the window at once', () => {
  const { ground, look, pass, fresh } = trial();
  look({ x: 2000, y: 1500, scale: 0.7 });
  pass();
  fresh();
  ground.forget();
  expect(fresh()).toHaveLength(1);
  expect(ground.isSharp).toBe(true);
});

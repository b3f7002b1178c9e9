// A board of 2,000 hexes with 250 counters, and a hand that pans and zooms without rest. Frames are measured from
// one to the next, as the eye sees them, and by what drawing costs.

import { mount, tick } from 'svelte';
import BoardView from '../src/board/Board.svelte';
import { marksOf } from '../src/board/badges';
import { Grid } from '../src/board/grid';
import '../src/page.css';
import { Desk } from '../src/table/desk.svelte';
import { Table } from '../src/table/table.svelte';
import type { Board, Piece, State } from '../src/wire';

const COLUMNS = 50;
const ROWS = 40;
const SIZE = 60;
const HEIGHT = Math.sqrt(3) * SIZE;

function board(): Board {
  const hexes = [];
  for (let column = 0; column < COLUMNS; column++) {
    for (let row = 0; row < ROWS; row++) {
      hexes.push({
        id: `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`,
        x: SIZE + column * 1.5 * SIZE,
        y: HEIGHT / 2 + (row + (column % 2) / 2) * HEIGHT,
        playable: true,
        terrain: 'clear',
        level: 0,
        features: [],
      });
    }
  }
  const width = (COLUMNS * 1.5 + 0.5) * SIZE;
  const height = (ROWS + 0.5) * HEIGHT;
  return {
    map: 'bench',
    title: 'Bench',
    drawing: { width, height, view_box: [0, 0, width, height] },
    hex: { size: SIZE, flat_top: true },
    facings: [0, 60, 120, 180, 240, 300],
    hexes,
    tracks: [],
  };
}

/** As heavy as a real sheet: fields, trees and outlines in every hex. */
function picture({ drawing, hexes }: Board): string {
  const corners = [0, 1, 2, 3, 4, 5].map((i) => [Math.cos((i * Math.PI) / 3) * SIZE, Math.sin((i * Math.PI) / 3) * SIZE]);
  const cells = hexes.map(({ x, y, id }, i) => {
    const outline = corners.map(([dx, dy]) => `${(x + dx!).toFixed(1)} ${(y + dy!).toFixed(1)}`).join('L');
    const trees = Array.from({ length: 8 }, (_, n) => `<circle cx="${x + ((n * 37 + i * 13) % 90) - 45}" cy="${y + ((n * 53 + i * 7) % 80) - 40}" r="3"/>`);
    return `<path d="M${outline}Z" fill="hsl(${70 + (i % 40)} 35% 78%)" stroke="#8a7a55" stroke-opacity=".5"/><g fill="#6b7f45">${trees.join('')}</g><text x="${x}" y="${y - 38}" font-size="10" text-anchor="middle">${id}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawing.width} ${drawing.height}">${cells.join('')}</svg>`;
}

function pieces({ hexes }: Board): Piece[] {
  const kinds = ['infantry', 'cavalry', 'artillery', 'commander'];
  return Array.from({ length: 250 }, (_, i) => ({
    id: `unit-${i}`,
    name: `${i} Reggimento`,
    seat: i % 2,
    kind: kinds[i % 4]!,
    formation: `f${i % 10}`,
    hex: hexes[((i >> 1) * 151 + 300) % hexes.length]!.id,
    facing: i % 6,
    face_up: i % 5 !== 0,
    size: 2,
    values: [4 + (i % 4), 8, 5].map((now, n) => ({ label: `V${n}`, now, printed: 8, provenance: '' })),
    badges: i % 3 === 0 ? ['shaken', 'march'] : [],
  }));
}

const sheet = board();
const table = new Table('bench');
table.grid = new Grid(sheet);
table.drawn = () => Promise.resolve(picture(sheet));
table.marks = marksOf([
  { word: 'shaken', sign: '1', tone: 'bad' },
  { word: 'march', sign: '»', tone: 'calm' },
]);
table.state = {
  number: 1,
  feed_len: 0,
  feed_from: 0,
  feed: [],
  choices: [],
  undo: 0,
  asks: null,
  standing: {},
  table: { seats: [], role: 'seat', seat: 0, overlays: [], marks: [], secrets: false },
  status: { turn: 1, turns: 1, time: '', phase: '', decide: [], prompt: { sentence: '', rule: '', hexes: [], units: [] } },
  scene: {
    map: 'bench',
    phase: { turn: 1, turns: 1, time: '', phase: '' },
    pieces: pieces(sheet),
    markers: [],
    control: sheet.hexes.filter((_, i) => i % 97 === 0).map(({ id }) => ({ hex: id, name: id, seat: 0, worth: '' })),
    tracks: [],
    boxes: [],
    volley: { note: '', shots: [] },
    formations: Array.from({ length: 10 }, (_, i) => ({ id: `f${i}`, name: `F${i}`, seat: i % 2, commander: '', facts: [] })),
  },
} as unknown as State;

const page = document.getElementById('page')!;
page.style.cssText = 'height:100vh';
mount(BoardView, { target: page, props: { desk: new Desk(table) } });

const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Moves without rest for some seconds; the times from frame to frame, in milliseconds. */
async function run(kind: 'pan' | 'zoom', seconds: number): Promise<number[]> {
  const canvas = document.querySelector('canvas')!;
  const box = canvas.getBoundingClientRect();
  const fire = (type: string, x: number, y: number) =>
    canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true, pointerType: 'mouse' }));
  canvas.setPointerCapture = () => undefined;
  const times: number[] = [];
  const [cx, cy] = [box.width / 2, box.height / 2];
  const start = await next();
  let last = start;
  if (kind === 'pan') fire('pointerdown', cx, cy);
  while (last - start < seconds * 1000) {
    const t = (last - start) / 1000;
    if (kind === 'pan') fire('pointermove', cx + Math.sin(t * 2) * cx * 0.9, cy + Math.cos(t * 1.4) * cy * 0.9);
    else {
      const deltaY = Math.sin(t * 1.5) * 60;
      canvas.dispatchEvent(new WheelEvent('wheel', { clientX: cx, clientY: cy, deltaY, cancelable: true }));
    }
    const now = await next();
    times.push(now - last);
    last = now;
  }
  if (kind === 'pan') fire('pointerup', cx, cy);
  return times;
}

async function ready(): Promise<void> {
  while (!document.querySelector('[data-ready]')) await next();
  await tick();
}

Object.assign(window, { bench: { run, ready } });

import { expect, test } from '@playwright/test';
import { between, fit, toMap, toWindow, zoom } from '../../src/board/camera';
import { marksOf } from '../../src/board/badges';
import { colours, seatColours } from '../../src/board/colours';
import { Grid } from '../../src/board/grid';
import { byHex, fan, pile, under } from '../../src/board/stacks';
import type { Board, Piece } from '../../src/wire';

const SIZE = 60;
function board(flat_top: boolean): Board {
  const hexes = [];
  for (let a = 0; a < 6; a++) {
    for (let b = 0; b < 6; b++) {
      const along = Math.sqrt(3) * SIZE * (b + (a % 2) / 2);
      const across = 1.5 * SIZE * a;
      hexes.push({
        id: `${a}${b}`,
        x: flat_top ? across : along,
        y: flat_top ? along : across,
        playable: true,
        terrain: 'clear',
        level: 0,
        features: [],
      });
    }
  }
  return { map: 'm', title: 'M', drawing: { width: 1, height: 1, view_box: [0, 0, 1, 1] }, hex: { size: SIZE, flat_top }, facings: [0, 60, 120, 180, 240, 300], hexes, tracks: [] };
}
const piece = (id: string, size = 1) => ({ id, size, hex: '00' }) as Piece;
const view = { width: 800, height: 600 };

test('window and map are each other’s inverse', () => {
  const camera = { x: 120, y: -40, scale: 1.7 };
  const at = toMap(camera, view, toWindow(camera, view, { x: 33, y: 44 }));
  expect(at.x).toBeCloseTo(33);
  expect(at.y).toBeCloseTo(44);
});

test('zooming keeps the point under the pointer', () => {
  const camera = { x: 10, y: 20, scale: 1 };
  const pointer = { x: 700, y: 100 };
  const before = toMap(camera, view, pointer);
  const after = toMap(zoom(camera, view, pointer, 2, 0.1, 4), view, pointer);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  expect(zoom(camera, view, pointer, 100, 0.1, 4).scale).toBe(4);
});

test('fit shows the whole box, and zooming goes evenly', () => {
  const box = { left: 0, top: 0, right: 1000, bottom: 500 };
  const camera = fit(box, view, 0);
  expect(camera).toEqual({ x: 500, y: 250, scale: 0.8 });
  expect(between(camera, { x: 0, y: 0, scale: 3.2 }, 0.5).scale).toBeCloseTo(1.6);
});

for (const flat of [true, false]) {
  test(`${flat ? 'flat' : 'pointed'} hexes are found by a point and by arrow keys`, () => {
    const grid = new Grid(board(flat));
    for (const hex of grid.board.hexes) {
      for (const [dx, dy] of [
        [0, 0],
        [20, 30],
        [-28, 18],
      ]) {
        expect(grid.at({ x: hex.x + dx!, y: hex.y + dy! })?.id).toBe(hex.id);
      }
    }
    expect(grid.at({ x: -500, y: 0 })).toBeUndefined();
    const home = grid.get('22')!;
    const line = flat ? home.y : home.x;
    const [along, back] = flat ? (['down', 'up'] as const) : (['right', 'left'] as const);
    expect(grid.step(home, along, line)?.id).toBe('23');
    expect(grid.step(home, back, line)?.id).toBe('21');
    const [over, under] = flat ? (['right', 'left'] as const) : (['down', 'up'] as const);
    const there = grid.step(home, over, line)!;
    expect(there.id[0]).toBe('3');
    expect(grid.beside(home.id, there.id)).toBe(true);
    expect(grid.beside(home.id, home.id)).toBe(false);
    expect(grid.beside(home.id, grid.step(there, over, line)!.id)).toBe(false);
    // Going on in the same line, and back again, comes home.
    expect(grid.step(there, over, line)?.id).toBe('42');
    expect(grid.step(there, under, line)?.id).toBe('22');
  });
}

test('counters pile up, fan out, and the uppermost is hit', () => {
  const pieces = [piece('a', 3), piece('b', 1), piece('leader', 0)];
  const order = byHex(pieces).get('00')!.map(({ id }) => id);
  expect(order).toEqual(['a', 'b', 'leader']);
  const laid = pile(pieces, { x: 0, y: 0 }, SIZE);
  // The commander stands beside the troops, and hides nothing of the uppermost but its edge.
  expect(under(laid, { x: 0, y: 0 })?.piece.id).toBe('b');
  expect(under(laid, { x: -0.6 * SIZE, y: 0 })?.piece.id).toBe('leader');
  const spread = fan(pieces, { x: 0, y: 0 }, SIZE);
  expect(new Set(spread.map(({ x }) => x)).size).toBe(3);
  expect(under(spread, { x: spread[0]!.x, y: spread[0]!.y })?.piece.id).toBe('a');
});

test('colours come from the data, or from the palette for colour-blind eyes', () => {
  const [black, red] = [{ paper: '#111111', ink: '#ffffff' }, { paper: '#aa0000', ink: '#ffffff' }];
  const game = { colours: [black], scenarios: [{ id: 'ford/day' }, { id: 'ford/night', colours: [red] }] } as never;
  const printed = seatColours(game, 'ford/day');
  const formations = [{ id: 'f', colour: '#abcdef' }] as never;
  const marks = marksOf([]);
  expect(colours(printed, formations, 'printed', marks).seat(0).paper).toBe('#111111');
  expect(colours(printed, formations, 'printed', marks).band('f')).toBe('#abcdef');
  expect(colours(printed, formations, 'clear', marks).seat(0).paper).not.toBe('#111111');
  expect(colours(printed, formations, 'clear', marks).band('f')).not.toBe('#abcdef');
  expect(colours(undefined, [], 'printed', marks).seat(null).paper).toMatch(/^#/);
  // A scenario may have its own, and a game that is not listed has none.
  expect(seatColours(game, 'ford/night')).toEqual([red]);
  expect(seatColours(undefined, 'ford/day')).toBeUndefined();
});

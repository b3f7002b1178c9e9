// How the counters of a hex lie on each other, and how they fan out.

import type { Piece } from '../wire';
import type { Point } from './camera';

/** A counter with the middle of its square and the length of its side. */
export interface Laid {
  piece: Piece;
  x: number;
  y: number;
  side: number;
}

/** The counters of a hex. Commanders stand small beside the troops that they are with, so that both can be read. */
export function pile(pieces: Piece[], centre: Point, size: number): Laid[] {
  const alone = pieces.filter((piece) => piece.size === 0);
  const troops = pieces.filter((piece) => piece.size > 0);
  if (alone.length === 0 || troops.length === 0) return heap(pieces, centre, size);
  const side = size * 0.7;
  const gap = Math.min(0.5, 0.9 / alone.length) * size;
  return [
    ...heap(troops, { x: centre.x + size * 0.28, y: centre.y }, size),
    ...alone.map((piece, i) => ({ piece, x: centre.x - size * 0.6, y: centre.y + (i - (alone.length - 1) / 2) * gap, side })),
  ];
}

/** On top of each other, the last one uppermost, each a little to the upper right of the one below. */
function heap(pieces: Piece[], centre: Point, size: number): Laid[] {
  const count = pieces.length;
  const side = size * (count === 1 ? 1.12 : count < 4 ? 1.02 : 0.92);
  const offset = count === 1 ? 0 : Math.min(0.17 * size, (0.52 * size) / (count - 1));
  return pieces.map((piece, i) => {
    const shift = (i - (count - 1) / 2) * offset;
    return { piece, x: centre.x - shift, y: centre.y + shift, side };
  });
}

/** Counters side by side above the hex, in rows of four. */
export function fan(pieces: Piece[], centre: Point, size: number): Laid[] {
  const side = size * 1.15;
  const gap = side * 1.24;
  const perRow = Math.min(4, pieces.length);
  const rows = Math.ceil(pieces.length / perRow);
  return pieces.map((piece, i) => {
    const row = Math.floor(i / perRow);
    const inRow = row === rows - 1 ? pieces.length - row * perRow : perRow;
    const column = i - row * perRow;
    return {
      piece,
      x: centre.x + (column - (inRow - 1) / 2) * gap,
      y: centre.y - size * 0.9 - (rows - 1 - row) * gap,
      side,
    };
  });
}

/** The pieces of each hex in the order in which they lie: those that move alone on top. */
export function byHex(pieces: Piece[]): Map<string, Piece[]> {
  const hexes = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!piece.hex) continue;
    const there = hexes.get(piece.hex);
    if (there) there.push(piece);
    else hexes.set(piece.hex, [piece]);
  }
  for (const there of hexes.values()) there.sort((a, b) => height(a) - height(b));
  return hexes;
}

function height(piece: Piece): number {
  return piece.size === 0 ? 1 : -piece.size / 100;
}

/** The counter under a point: the uppermost that covers it. */
export function under(laid: Laid[], point: Point): Laid | undefined {
  return laid.findLast(
    ({ x, y, side }) => Math.abs(point.x - x) <= side / 2 && Math.abs(point.y - y) <= side / 2,
  );
}

// What the dice gave against what was to be expected.

import type { FeedItem, Piece } from '../wire';

export interface Luck {
  rolls: number;
  dice: number;
  sum: number;
  expected: number;
  /** Standard deviations above what was to be expected. */
  sigma: number;
  /** How often each face came, from 1 to 6. */
  faces: number[];
}

const SIDES = 6;

export function luck(dice: number[][]): Luck {
  const faces = Array.from({ length: SIDES }, () => 0);
  let sum = 0;
  let count = 0;
  for (const face of dice.flat()) {
    if (face < 1 || face > SIDES) continue;
    faces[face - 1]!++;
    sum += face;
    count++;
  }
  const expected = (count * (SIDES + 1)) / 2;
  const deviation = Math.sqrt((count * (SIDES * SIDES - 1)) / 12);
  return { rolls: dice.length, dice: count, sum, expected, sigma: deviation > 0 ? (sum - expected) / deviation : 0, faces };
}

/** The rolls of a feed by the side that rolled, as far as it is told. Dice are never taken back. */
export function rolls(feed: FeedItem[], pieces: Piece[], seats: number): { all: number[][]; bySeat: number[][][] } {
  const owner = new Map(pieces.map((piece) => [piece.id, piece.seat]));
  const all: number[][] = [];
  const bySeat: number[][][] = Array.from({ length: seats }, () => []);
  for (const { what } of feed) {
    if (what.kind !== 'told' || !what.told.dice?.length) continue;
    const { dice, units } = what.told;
    all.push(dice);
    const seat = units?.map((unit) => owner.get(unit)).find((found) => found !== undefined);
    if (seat !== undefined) bySeat[seat]?.push(dice);
  }
  return { all, bySeat };
}

// What the dice gave against what was to be expected.

import type { FeedItem } from '../wire';

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

/** The rolls of a feed by the side that rolled. Dice are never taken back. */
export function rolls(feed: FeedItem[], seats: number): { all: number[][]; bySeat: number[][][] } {
  const all: number[][] = [];
  const bySeat: number[][][] = Array.from({ length: seats }, () => []);
  for (const { what } of feed) {
    if (what.kind !== 'told' || !what.told.dice?.length) continue;
    const { dice, rolled_by } = what.told;
    all.push(dice);
    if (rolled_by !== undefined) bySeat[rolled_by]?.push(dice);
  }
  return { all, bySeat };
}

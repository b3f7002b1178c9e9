// What the dice gave against what was to be expected.

import type { Die, FeedItem } from '../wire';

export interface Luck {
  rolls: number;
  dice: number;
  sum: number;
  expected: number;
  /** Standard deviations above what was to be expected. */
  sigma: number;
  /** How often each face came, from the lowest on. */
  faces: { face: number; count: number }[];
}

export function luck(dice: number[][], { sides, lowest }: Die): Luck {
  const faces = Array.from({ length: sides }, (_, i) => ({ face: lowest + i, count: 0 }));
  let sum = 0;
  let count = 0;
  for (const face of dice.flat()) {
    const found = faces[face - lowest];
    if (!found) continue;
    found.count++;
    sum += face;
    count++;
  }
  const expected = count * (lowest + (sides - 1) / 2);
  const deviation = Math.sqrt((count * (sides * sides - 1)) / 12);
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

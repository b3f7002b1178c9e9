// What the dice gave against what was to be expected, by kind of die. What is drawn is no part of it.

import type { Die, FeedItem } from '../wire';

export interface Luck {
  dice: number;
  sum: number;
  expected: number;
  /** Standard deviations above what was to be expected. */
  sigma: number;
  /** How often each face came, from the lowest on. */
  faces: { face: number; count: number }[];
}

/** A die that fell. */
export interface Fallen {
  die: Die;
  face: number;
}

export function luck(fallen: Fallen[], die: Die): Luck {
  const { sides, lowest } = die;
  const faces = Array.from({ length: sides }, (_, i) => ({ face: lowest + i, count: 0 }));
  let sum = 0;
  let count = 0;
  for (const { face } of fallen.filter((one) => same(one.die, die))) {
    const found = faces[face - lowest];
    if (!found) continue;
    found.count++;
    sum += face;
    count++;
  }
  const expected = count * (lowest + (sides - 1) / 2);
  const deviation = Math.sqrt((count * (sides * sides - 1)) / 12);
  return { dice: count, sum, expected, sigma: deviation > 0 ? (sum - expected) / deviation : 0, faces };
}

/** The dice of a feed by the side that rolled; `usual` is the die of those that are not named. Dice are never taken back. */
export function rolls(feed: FeedItem[], seats: number, usual: Die): { all: Fallen[]; bySeat: Fallen[][] } {
  const all: Fallen[] = [];
  const bySeat: Fallen[][] = Array.from({ length: seats }, () => []);
  for (const { what } of feed) {
    if (what.kind !== 'told' || !what.told.dice?.length) continue;
    const { dice, thrown, rolled_by } = what.told;
    const fallen = dice.map((face, i) => ({ face, die: thrown?.[i] ?? usual }));
    all.push(...fallen);
    if (rolled_by !== undefined) bySeat[rolled_by]?.push(...fallen);
  }
  return { all, bySeat };
}

/** The kinds of dice that fell, in the order of coming. */
export function kinds(fallen: Fallen[]): Die[] {
  const found: Die[] = [];
  for (const { die } of fallen) if (!found.some((one) => same(one, die))) found.push(die);
  return found;
}

function same(a: Die, b: Die): boolean {
  return a.sides === b.sides && a.lowest === b.lowest;
}

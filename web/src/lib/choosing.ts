// What a click or a key means, out of the choices that are offered. Knows no game.

import type { Choice, Piece, Reach, ReachHex } from '../wire';

/** The one unit that all choices are about, if there is one. */
export function inHand(choices: Choice[]): string | null {
  const first = choices.find((choice) => choice.units?.length)?.units?.[0];
  if (!first) return null;
  const about = choices.filter((choice) => choice.units?.length);
  return about.length > 1 && about.every((choice) => choice.units!.includes(first)) ? first : null;
}

/** The choices that are about a unit, or all. */
export function about(choices: Choice[], unit: string | null): Choice[] {
  if (!unit) return choices;
  return choices.filter((choice) => choice.units?.includes(unit));
}

export function targets(choices: Choice[], unit: string | null): Set<string> {
  return new Set(about(choices, unit).flatMap(({ hex, target }) => [hex, target].filter((id) => id !== undefined)));
}

/** Whoever is in hand: all choices about anybody are about them. */
export function held(choices: Choice[]): Set<string> {
  const first = inHand(choices);
  if (!first) return new Set();
  const about = choices.flatMap((choice) => (choice.units?.length ? [choice.units] : []));
  return new Set(about[0]!.filter((id) => about.every((units) => units.includes(id))));
}

/** The attacks on a hex in which enemies are. */
export function attacks(choices: Choice[], hex: string, unit: string | null): Choice[] {
  return about(choices, unit).filter((choice) => choice.target === hex || (choice.odds && choice.hex === hex));
}

/** Every hex that some choices are about: where they point, and where the units stand that they name. */
export function hexes(choices: Choice[], where: (unit: string) => string | null | undefined): Set<string> {
  const all = choices.flatMap((choice) => [choice.hex, choice.target, ...(choice.units ?? []).map(where)]);
  return new Set(all.filter((hex) => hex !== undefined && hex !== null));
}

/** The units that a choice is about, unless all choices are about the same ones. */
export function live(choices: Choice[]): Set<string> {
  const hand = inHand(choices);
  if (hand) return new Set([hand]);
  return new Set(choices.flatMap((choice) => choice.units ?? []));
}

/** What choosing a hex can mean: the choices that point at it, else those about the units in it. */
export function at(choices: Choice[], hex: string, unit: string | null, there: Piece[]): Choice[] {
  const pointing = about(choices, unit).filter((choice) => choice.hex === hex || choice.target === hex);
  if (pointing.length > 0) return pointing;
  const ids = new Set(there.map((piece) => piece.id));
  if (unit && ids.has(unit)) return about(choices, unit);
  return choices.filter((choice) => !choice.hex && choice.units?.some((id) => ids.has(id)));
}

/** The boxes beside the map that can be chosen. */
export function places(choices: Choice[], unit: string | null): Set<string> {
  return new Set(about(choices, unit).flatMap((choice) => (choice.place ? [choice.place] : [])));
}

/** What choosing a box beside the map can mean. */
export function atPlace(choices: Choice[], place: string, unit: string | null): Choice[] {
  return about(choices, unit).filter((choice) => choice.place === place);
}

export interface Group {
  label: string | null;
  choices: Choice[];
}

/** Choices under their headings, in the order in which the headings first come. */
export function groups(choices: Choice[]): Group[] {
  const byLabel = new Map<string | null, Choice[]>();
  for (const choice of choices) {
    const label = choice.group ?? null;
    const list = byLabel.get(label);
    if (list) list.push(choice);
    else byLabel.set(label, [choice]);
  }
  return [...byLabel].map(([label, list]) => ({ label, choices: list }));
}

/** Choices of a direction around one hex, if there are; `facings` are the directions in degrees. */
export function compass(
  choices: Choice[],
  facings: number[],
): { hex: string; arrows: { degrees: number; choice: Choice }[] } | null {
  const arrows = choices.flatMap((choice) => {
    const degrees = choice.hex && choice.facing !== undefined ? facings[choice.facing] : undefined;
    return degrees === undefined ? [] : [{ degrees, choice }];
  });
  const hex = arrows[0]?.choice.hex;
  if (!hex || arrows.some((arrow) => arrow.choice.hex !== hex)) return null;
  return { hex, arrows };
}

/** The cheapest way to a hex. */
export function wayTo(reach: Reach | null, hex: string): ReachHex | null {
  const ways = reach?.hexes.filter((way) => way.hex === hex) ?? [];
  return ways.sort((a, b) => a.cost - b.cost)[0] ?? null;
}

/** The way to a hex, unless one of the choices there goes it: in another manner of moving it may cost less. */
export function wayBeside(reach: Reach | null, hex: string, choices: Choice[]): ReachHex | null {
  const way = wayTo(reach, hex);
  return way && choices.every(({ action }) => action !== way.action) ? way : null;
}

// What a game says, in another language: the same translator as `kernel/src/phrasebook.rs`, held to the same cases.
// A text is looked up as it stands; then the patterns are tried, those with most letters of their own first. What fills
// a place `{1}` is translated in the same way, and stays as it is where nothing fits, as names do.

import type { Span } from '../wire';

type Piece = { text: string } | { slot: number; asItIs: boolean } | { slot: number; one: string; several: string };

interface Entry {
  /** What stands before, between and behind the places, and which places they are. */
  literals: string[];
  slots: number[];
  says: Piece[];
}

/** What stands for a unit or a hex while a told sentence is translated: no text of a game has letters of this range. */
const NAMED = 0xe000;
/** Texts that are remembered before all are forgotten. */
const MOST = 5000;

export class Phrasebook {
  private exact = new Map<string, string>();
  private byFirst = new Map<string, Entry[]>();
  /** Patterns that begin with a place. */
  private open: Entry[] = [];
  private known = new Map<string, string>();

  constructor(phrases: readonly (readonly [string, string])[]) {
    const entries: Entry[] = [];
    for (const [english, says] of phrases) {
      const entry = read(english, says);
      if (entry.slots.length === 0) this.exact.set(english, says);
      else entries.push(entry);
    }
    const letters = new Map(entries.map((entry) => [entry, [...entry.literals.join('')].length]));
    // The sort keeps the order of those with the same number of letters.
    entries.sort((a, b) => letters.get(b)! - letters.get(a)!);
    const first = (entry: Entry) => [...entry.literals[0]!][0];
    for (const letter of new Set(entries.map(first))) {
      const list = entries.filter((entry) => first(entry) === letter || first(entry) === undefined);
      if (letter === undefined) this.open = list;
      else this.byFirst.set(letter, list);
    }
  }

  /** A text that stands in the book whole. */
  whole(text: string): string | undefined {
    return this.exact.has(text) ? this.translate(text) : undefined;
  }

  /** The text in the other language; as it is where nothing fits. */
  translate(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const said = /^\p{Lu}/u.test(text) ? capital(this.lookUp(text)) : this.lookUp(text);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(text, said);
    return said;
  }

  /** A told sentence; its units and hexes keep what they name, wherever they come to stand. */
  tell(spans: readonly Span[]): Span[] {
    const marked = spans.map((span, i) => (span.unit || span.hex ? String.fromCharCode(NAMED + i) : span.text)).join('');
    const told: Span[] = [];
    for (const part of this.translate(marked).split(/([\ue000-\uf8ff])/)) {
      const named = spans[part.charCodeAt(0) - NAMED];
      if (named) told.push(named);
      else if (part !== '') told.push({ text: part });
    }
    return told;
  }

  private lookUp(text: string): string {
    const says = this.exact.get(text);
    if (says !== undefined) return says;
    const first = [...text.slice(0, 2)][0];
    if (first === undefined) return '';
    for (const entry of this.byFirst.get(first) ?? this.open) {
      const fills = fit(entry, text);
      if (fills) return fill(entry, fills, (part) => this.lookUp(part));
    }
    return text;
  }
}

/** What begins with a capital letter does so in every language, whatever word comes first there. */
function capital(text: string): string {
  return text.replace(/^./su, (letter) => letter.toUpperCase());
}

/**
 * What fills the places, in the order of the pattern. Each place takes at least a letter, and no more than it must: that
 * finds a way if there is any, since the last literal ends the text.
 */
function fit({ literals, slots }: Entry, text: string): string[] | null {
  const head = literals[0]!;
  const tail = literals.at(-1)!;
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) return null;
  let rest = text.slice(head.length, text.length - tail.length);
  const fills: string[] = [];
  for (const literal of literals.slice(1, slots.length)) {
    const at = rest.indexOf(literal, 1);
    if (at < 0) return null;
    fills.push(rest.slice(0, at));
    rest = rest.slice(at + literal.length);
  }
  if (rest === '') return null;
  return [...fills, rest];
}

function fill({ slots, says }: Entry, fills: string[], translate: (part: string) => string): string {
  const of = (slot: number) => fills[slots.indexOf(slot)]!;
  return says
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('one' in piece) return isSeveral(of(piece.slot)) ? piece.several : piece.one;
      return piece.asItIs ? of(piece.slot) : translate(of(piece.slot));
    })
    .join('');
}

/** Several things: "a and b", or a number that is not one. */
function isSeveral(part: string): boolean {
  return part.includes(' and ') || (/^[\d.]+$/.test(part) && part !== '1');
}

function read(english: string, says: string): Entry {
  const parts = english.split(/\{(\d+)\}/);
  return {
    literals: parts.filter((_, i) => i % 2 === 0),
    slots: parts.filter((_, i) => i % 2 === 1).map(Number),
    says: says
      .split(/(\{[^}]*\})/)
      .filter(Boolean)
      .map(piece),
  };
}

function piece(part: string): Piece {
  const place = /^\{(\d+)(=?)(?::([^|]*)\|(.*))?\}$/.exec(part);
  if (!place) return { text: part };
  const slot = Number(place[1]);
  if (place[3] !== undefined) return { slot, one: place[3], several: place[4]! };
  return { slot, asItIs: place[2] === '=' };
}

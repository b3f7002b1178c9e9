// Whether the dice of a game fell as they had to. The server fixes its seed before a player adds his part, and shows it when the
// game is over; how the rolls come out of them is written at the top of crates/kernel/src/dice.rs.

import type { ChanceTold, Die, TableInfo } from '../wire';
import { chacha20, sha256 } from './digest';

/** What this browser knows of a game's dice since before they could roll. */
export interface Kept {
  /** The seal of the server's seed, as it was shown before the part was given. */
  commitment: string;
  /** The part that was given from here; null if it was given from elsewhere. */
  part: string | null;
}

/** A roll or a draw of a record. */
export interface Fallen {
  /** Its number; null if it came from elsewhere and no seed vouches for it. */
  number: number | null;
  faces: number[];
  /** What was drawn, by its id; null if dice were rolled. */
  drawn: string | null;
}

/** What a record tells of its dice. */
export interface Thrown {
  commitment: string;
  seed: string;
  salt: string;
  /** With what the salt was bound to what is played; null if it was not. */
  bound: string | null;
  /** What is played, as the salt was made of it. */
  terms: string;
  parts: string[];
  rolls: Fallen[];
}

/** The dice of a record; null where they were not rolled from a seed that is shown. */
export function readRecord(text: string): Thrown | null {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  const [head, steps] = [lines.slice(0, lines.indexOf('--')), lines.slice(lines.indexOf('--') + 1)];
  const all = (name: string) => head.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());
  const word = (name: string) => all(name)[0] ?? '';
  const [commitment, seed, salt] = [word('commitment'), word('seed'), word('salt')];
  if (word('dice') !== 'seeded' || !isHex(commitment) || !isHex(seed) || !isHex(salt)) return null;
  const start = all('start').map((one) => `start ${one}\n`);
  const terms = termsOf(word('game'), word('scenario'), all('option'), word('data')) + start.join('');
  const thrown: Thrown = { commitment, seed, salt, bound: word('bound') || null, terms, parts: all('entropy'), rolls: [] };
  let next = 0;
  for (const line of steps) {
    if (line === '--') break;
    const [mark, ...words] = line.split(/\s+/);
    // Rolls that were taken back keep their numbers.
    if (mark === 'back') next = Number(words[1]) + 1;
    // A draw takes a number as a roll does.
    if (mark !== '*' && mark !== '=') continue;
    const last = words.at(-1) ?? '';
    const given = last === 'given';
    if (given || last.startsWith('@')) words.pop();
    const number = given ? null : last.startsWith('@') ? Number(last.slice(1)) : next;
    if (number !== null) next = number + 1;
    thrown.rolls.push({ number, faces: mark === '*' ? words.map(Number) : [], drawn: mark === '=' ? (words[0] ?? '') : null });
  }
  return thrown;
}

/** How many rolls came from elsewhere. */
export function given({ rolls }: Thrown): number {
  return rolls.filter(({ number }) => number === null).length;
}

export type Fault = 'seal' | 'otherSeal' | 'otherPart' | 'terms' | 'otherTerms' | 'roll' | 'draw' | 'order' | 'skipped';

export interface Proof {
  /** What is wrong, if anything is. */
  faults: Fault[];
  /** Whether this browser kept the seal and its part, so that it knows that nobody chose the dice. */
  kept: boolean;
  thrown: Thrown;
  /** How many numbers of rolls were left out: rolls that were taken back keep theirs. */
  skipped: number;
  /** Which parts were somebody's own, and not derived from the seal. */
  own: boolean[];
}

/** What a record is held against. */
export interface Known {
  /** What was left to chance at each of its rolls and draws. */
  chances: ChanceTold[];
  /** What was played, as this browser was told. */
  played: Pick<TableInfo, 'game' | 'scenario' | 'options' | 'data'>;
  kept: Kept | null;
  /** Where this browser's part stands among the parts. */
  place: number;
  /** Whether anything was taken back in the game, if that is known. */
  takenBack: boolean | null;
}

/** Holds a record against what this browser knows. */
export function check(thrown: Thrown, { chances, played, kept, place, takenBack }: Known): Proof {
  const faults = new Set<Fault>();
  const [seed, salt] = [bytes(thrown.seed), bytes(thrown.salt)];
  if (hex(digest('capitano dice commitment 1\n', [salt, seed])) !== thrown.commitment) faults.add('seal');
  if (thrown.bound !== null && hex(boundSalt(thrown.bound, thrown.terms)) !== thrown.salt) faults.add('terms');
  const options = Object.entries(played.options).map(([option, value]) => `${option} ${value}`);
  if (!thrown.terms.startsWith(termsOf(played.game, played.scenario, options, played.data))) faults.add('otherTerms');
  if (kept && kept.commitment !== thrown.commitment) faults.add('otherSeal');
  if (kept?.part && kept.part !== thrown.parts[place]) faults.add('otherPart');
  const key = thrown.parts.length > 0 ? digest('capitano dice mix 1\n', [seed, ...thrown.parts.map(bytes)]) : seed;
  let next = 0;
  let skipped = 0;
  if (chances.length !== thrown.rolls.length) faults.add('order');
  thrown.rolls.forEach((fallen, i) => {
    const { number, drawn } = fallen;
    if (number === null) return;
    if (number < next) faults.add('order');
    skipped += Math.max(0, number - next);
    next = number + 1;
    if (!follows(key, number, fallen, chances[i])) faults.add(drawn === null ? 'roll' : 'draw');
  });
  if (skipped > 0 && takenBack === false) faults.add('skipped');
  return {
    faults: [...faults],
    kept: !!kept?.part,
    thrown,
    skipped,
    own: thrown.parts.map((part, seat) => part !== derivedPart(thrown.commitment, seat)),
  };
}

/** Whether it is what the key gives under this number. */
function follows(key: Uint8Array, number: number, { faces, drawn }: Fallen, chance: ChanceTold | undefined): boolean {
  if (drawn === null) return roll(key, number, chance?.dice ?? []).join() === faces.join();
  const from = chance?.draw?.candidates ?? [];
  if (from.length === 0) return false;
  const [at] = roll(key, number, [{ sides: from.length, lowest: 0 }]);
  return from[at!]?.id === drawn;
}

/** The part of a seat that adds nothing of its own, as computers do. */
export function derivedPart(commitment: string, seat: number): string {
  return hex(digest('capitano dice part 1\n', [bytes(commitment), number64(seat)]));
}

/** What dice show under a number; one of several things is drawn as if by a die that counts them from 0. */
export function roll(key: Uint8Array, number: number, dice: Die[]): number[] {
  const stream = chacha20(key, BigInt(number));
  return dice.map(({ sides, lowest }) => {
    const bound = 256 - (256 % sides);
    let byte: number;
    do byte = stream.next().value as number;
    while (byte >= bound);
    return (byte % sides) + lowest;
  });
}

function boundSalt(nonce: string, terms: string): Uint8Array {
  return digest('capitano dice terms 1\n', [bytes(nonce), new TextEncoder().encode(terms)]);
}

export function digest(label: string, parts: Uint8Array[]): Uint8Array {
  const all = [new TextEncoder().encode(label), ...parts.flatMap((part) => [number64(part.length), part])];
  const message = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    message.set(one, at);
    at += one.length;
  }
  return sha256(message);
}

/** Eight bytes, the least first. */
function number64(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer);
}

/** What is played, as the dice are bound to it; options in the order of their names. */
function termsOf(game: string, scenario: string, options: string[], data: string): string {
  const named = options.map((option) => ({ name: option.split(' ')[0]!, option })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [`game ${game}`, `scenario ${scenario}`, ...named.map(({ option }) => `option ${option}`), `data ${data}`].join('\n') + '\n';
}

function isHex(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(of: Uint8Array): string {
  return Array.from(of, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

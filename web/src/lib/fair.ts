// Whether the dice of a game fell as they had to. The server fixes its seed before a player adds his part, and shows it when the
// game is over; how the rolls come out of them is written at the top of crates/kernel/src/dice.rs.

import type { Die } from '../wire';
import { chacha20, sha256 } from './digest';

/** What this browser knows of a game's dice since before they could roll. */
export interface Kept {
  /** The seal of the server's seed, as it was shown before the part was given. */
  commitment: string;
  /** The part that was given from here; null if it was given from elsewhere. */
  part: string | null;
}

/** What a record tells of its dice. */
export interface Thrown {
  commitment: string;
  seed: string;
  salt: string;
  parts: string[];
  /** The generator's rolls with their numbers; a draw has no faces. */
  rolls: { number: number; faces: number[] | null }[];
  /** How many rolls came from elsewhere: no seed vouches for them. */
  given: number;
}

/** The dice of a record; null where they were not rolled from a seed that is shown. */
export function readRecord(text: string): Thrown | null {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  const [head, steps] = [lines.slice(0, lines.indexOf('--')), lines.slice(lines.indexOf('--') + 1)];
  const word = (name: string) => head.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1).trim() ?? '';
  const [commitment, seed, salt] = [word('commitment'), word('seed'), word('salt')];
  if (word('dice') !== 'seeded' || !isHex(commitment) || !isHex(seed) || !isHex(salt)) return null;
  const parts = head.filter((line) => line.startsWith('entropy ')).map((line) => line.slice(8).trim());
  const thrown: Thrown = { commitment, seed, salt, parts, rolls: [], given: 0 };
  let next = 0;
  for (const line of steps) {
    if (line === '--') break;
    // A draw takes a number as a roll does.
    if (!line.startsWith('* ') && !line.startsWith('= ')) continue;
    const words = line.slice(2).split(/\s+/);
    const faces = line.startsWith('* ') ? words.filter((one) => /^\d+$/.test(one)).map(Number) : null;
    if (words.includes('given')) {
      thrown.given++;
      continue;
    }
    const said = words.find((one) => one.startsWith('@'));
    const number = said ? Number(said.slice(1)) : next;
    next = number + 1;
    thrown.rolls.push({ number, faces });
  }
  return thrown;
}

export type Fault = 'seal' | 'otherSeal' | 'otherPart' | 'roll' | 'order' | 'skipped';

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

/**
 * Holds a record against what this browser kept. `place` is where its part stands among the parts; `takenBack` says whether
 * anything was taken back in the game, if that is known.
 */
export function check(thrown: Thrown, die: Die, kept: Kept | null, place: number, takenBack: boolean | null): Proof {
  const faults = new Set<Fault>();
  const [seed, salt] = [bytes(thrown.seed), bytes(thrown.salt)];
  if (hex(digest('capitano dice commitment 1\n', [salt, seed])) !== thrown.commitment) faults.add('seal');
  if (kept && kept.commitment !== thrown.commitment) faults.add('otherSeal');
  if (kept?.part && kept.part !== thrown.parts[place]) faults.add('otherPart');
  const key = thrown.parts.length > 0 ? digest('capitano dice mix 1\n', [seed, ...thrown.parts.map(bytes)]) : seed;
  let next = 0;
  let skipped = 0;
  for (const { number, faces } of thrown.rolls) {
    if (number < next) faults.add('order');
    skipped += Math.max(0, number - next);
    next = number + 1;
    // Only the rules know from how many things something is drawn.
    if (faces && roll(key, number, faces.length, die).join() !== faces.join()) faults.add('roll');
  }
  if (skipped > 0 && takenBack === false) faults.add('skipped');
  return {
    faults: [...faults],
    kept: !!kept?.part,
    thrown,
    skipped,
    own: thrown.parts.map((part, seat) => part !== derivedPart(thrown.commitment, seat)),
  };
}

/** The part of a seat that adds nothing of its own, as computers do. */
export function derivedPart(commitment: string, seat: number): string {
  return hex(digest('capitano dice part 1\n', [bytes(commitment), number64(seat)]));
}

export function roll(key: Uint8Array, number: number, dice: number, { sides, lowest }: Die): number[] {
  const stream = chacha20(key, BigInt(number));
  const bound = 256 - (256 % sides);
  const faces: number[] = [];
  while (faces.length < dice) {
    const byte = stream.next().value as number;
    if (byte < bound) faces.push((byte % sides) + lowest);
  }
  return faces;
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

function isHex(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(of: Uint8Array): string {
  return Array.from(of, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

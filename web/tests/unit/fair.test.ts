// The arithmetic of the dice, held to the figures that crates/kernel/src/dice.rs documents.

import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { chacha20, sha256 } from '../../src/lib/digest';
import { type Kept, type Known, type Thrown, bytes, check, derivedPart, digest, given, hex, readRecord, roll } from '../../src/lib/fair';
import type { ChanceTold, Die } from '../../src/wire';
import games from './night.json' with { type: 'json' };

/** Games with dice of two kinds and draws, written by `BLESS=1 cargo test -p kernel the_page_checks`. */
const NIGHT = games as { record: string; chances: ChanceTold[] }[];

const D6 = { sides: 6, lowest: 1 };
const D10 = { sides: 10, lowest: 0 };
const SEVEN = new Uint8Array([7, 0, 0, 0, 0, 0, 0, 0]);
const SEED = 'bbf0d88bccec7a7e4d5164c9fc80644d1690481a2167c9b6660153ea44627a5c';
const SEAL = 'e51673e8712484cd835635aebfb995aecc4259ac07e944c7b4d2759d95616c91';
const SALT = hex(digest('capitano dice salt 1\n', [SEVEN]));

test('SHA-256 is the one that everybody has', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 0xff);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
  }
});

test('the key stream of ChaCha20, as published for a key and a nonce of zeros', () => {
  const stream = chacha20(new Uint8Array(32), 0n);
  const first = Uint8Array.from({ length: 64 }, () => stream.next().value as number);
  expect(hex(first)).toBe(
    '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
  );
});

test('the documented rolls, seal and parts', () => {
  expect(hex(digest('capitano dice seed 1\n', [SEVEN]))).toBe(SEED);
  const five = (die: Die) => Array<Die>(5).fill(die);
  expect([0, 1, 2, 3].map((number) => roll(bytes(SEED), number, [D6, D6]))).toEqual([[5, 6], [4, 3], [6, 4], [1, 4]]);
  expect(roll(bytes(SEED), 1000, five({ sides: 10, lowest: 1 }))).toEqual([3, 10, 5, 7, 5]);
  expect(roll(bytes(SEED), 1000, five(D10))).toEqual([2, 9, 4, 6, 4]);
  expect(hex(digest('capitano dice commitment 1\n', [bytes(SALT), bytes(SEED)]))).toBe(SEAL);
  expect(derivedPart(SEAL, 1)).toBe('7f15df5327a5e41b692f6214d0300d217e422cf3486456b925d6678a2ba165b1');
  // Numbers beyond 32 bits are numbers like others.
  expect(roll(bytes(SEED), 2 ** 32, five(D6))).not.toEqual(roll(bytes(SEED), 0, five(D6)));
});

const PART = '5'.repeat(64);
const PLAYED = { game: 'goito', scenario: 'goito/battle', options: {}, data: '3f2a' };
const THREE: ChanceTold = { dice: [D6, D6, D6], by: 0 };
const CHANCES: ChanceTold[] = [{ dice: [D6, D6], by: 0 }, THREE, THREE, THREE, THREE];

/** A record with a roll that was taken back, and one from elsewhere. */
function record(seat: number): string {
  const parts = [0, 1].map((place) => (place === seat ? PART : derivedPart(SEAL, place)));
  const key = digest('capitano dice mix 1\n', [bytes(SEED), ...parts.map(bytes)]);
  const line = (number: number) => `* ${roll(key, number, [D6, D6, D6]).join(' ')}`;
  const head = ['capitano record 1', 'game goito', 'scenario goito/battle', 'data 3f2a', 'dice seeded', `commitment ${SEAL}`, `seed ${SEED}`, `salt ${SALT}`];
  return [...head, ...parts.map((part) => `entropy ${part}`), '--', '* 6 6 given', '0 place standard', line(0), line(1), '# a note', `${line(4)} @4`, line(5), '--', 'hash 0'].join('\n');
}

test('a record is held against what was kept', () => {
  for (const seat of [0, 1]) {
    const kept: Kept = { commitment: SEAL, part: PART };
    const text = record(seat);
    const thrown = readRecord(text)!;
    expect(thrown.rolls.map(({ number }) => number)).toEqual([null, 0, 1, 4, 5]);
    const held = (one: Thrown, known: Partial<Known> = {}) => check(one, { chances: CHANCES, played: PLAYED, kept, place: seat, takenBack: true, ...known });
    expect({ ...held(thrown), thrown: null }).toEqual({ faults: [], kept: true, thrown: null, skipped: 2, own: [seat === 0, seat === 1] });
    expect(given(thrown)).toBe(1);
    // Without what was kept nothing is wrong, and less is proved.
    expect(held(thrown, { kept: null, takenBack: null })).toMatchObject({ faults: [], kept: false });
    expect(held(thrown, { kept: { commitment: SEAL, part: null }, takenBack: null })).toMatchObject({ faults: [], kept: false });

    const faults = (changed: string, known: Partial<Known> = {}) => held(readRecord(changed)!, known).faults;
    expect(faults(text, { kept: { ...kept, commitment: '0'.repeat(64) } })).toEqual(['otherSeal']);
    expect(faults(text, { kept: { ...kept, part: '6'.repeat(64) } })).toEqual(['otherPart']);
    expect(faults(text, { takenBack: false })).toEqual(['skipped']);
    expect(faults(text, { played: { ...PLAYED, options: { fog: 'on' } } })).toEqual(['otherTerms']);
    expect(faults(text, { chances: CHANCES.slice(1) })).toEqual(expect.arrayContaining(['order', 'roll']));
    expect(faults(text.replace(`seed ${SEED}`, `seed ${SALT}`))).toEqual(['seal', 'roll']);
    expect(faults(text.replace(PART, '6'.repeat(64)))).toEqual(['otherPart', 'roll']);
    expect(faults(text.replace('@4', '@7'))).toEqual(['roll']);
    expect(faults(text.replace('@4', '@1'))).toEqual(expect.arrayContaining(['order', 'roll']));
    const second = text.split('\n').findIndex((line) => line.startsWith('* ') && !line.endsWith('given'));
    const other = text.split('\n').map((line, i) => (i === second ? `* ${(Number(line[2]) % 6) + 1}${line.slice(3)}` : line));
    expect(faults(other.join('\n'))).toEqual(['roll']);
  }
});

test('dice of several kinds, draws, and what the seal is bound to', () => {
  const played = { game: 'ford', scenario: 'ford/night', options: { fog: 'on' }, data: '0123abcd' };
  const seen = { mixed: 0, draws: 0, back: 0 };
  for (const { record: text, chances } of NIGHT) {
    const thrown = readRecord(text)!;
    expect(thrown.bound).toMatch(/^[0-9a-f]{64}$/);
    const known: Known = { chances, played, kept: { commitment: thrown.commitment, part: '05'.repeat(32) }, place: 0, takenBack: true };
    expect(check(thrown, known)).toMatchObject({ faults: [], kept: true, own: [true, true] });
    const faults = (changed: string, held: Known = known) => check(readRecord(changed)!, held).faults;

    // Whatever falls under a number is what the key gives for it.
    thrown.rolls.forEach(({ faces, drawn }, i) => {
      const changed: Thrown = { ...thrown, rolls: thrown.rolls.map((one, j) => (i === j ? { ...one, drawn: drawn && 'sun', faces: faces.map((face) => face + 1) } : one)) };
      expect(check(changed, known).faults).toEqual([drawn === null ? 'roll' : 'draw']);
      const { dice, draw } = chances[i]!;
      if (new Set(dice?.map(({ sides }) => sides)).size > 1) seen.mixed++;
      if (draw) seen.draws++;
    });
    // A draw needs to know from what.
    const nothing = chances.map((chance) => (chance.draw ? { ...chance, draw: {} } : chance));
    expect(faults(text, { ...known, chances: nothing })).toEqual(['draw']);

    expect(faults(text.replace('option fog on', 'option fog off'))).toEqual(['terms', 'otherTerms']);
    expect(faults(text.replace('\n--', '\nstart setup {"turn":2}\n--'))).toEqual(['terms']);
    expect(faults(text.replace(/bound \w/, (start) => (start.endsWith('0') ? 'bound 1' : 'bound 0')))).toEqual(['terms']);
    // Without the line nothing is bound, and nothing is wrong.
    expect(faults(text.replace(/^bound .*\n/m, ''))).toEqual([]);
    // Where the record says what was taken back, the numbers need not be said.
    const plain = text.replace(/ @\d+$/gm, '');
    if (/^again /m.test(text)) {
      seen.back++;
      expect(readRecord(plain)!.rolls).toEqual(thrown.rolls);
    }
  }
  expect(Object.values(seen).every((count) => count > 0), JSON.stringify(seen)).toBe(true);
});

test('dice that no seed vouches for are not judged', () => {
  expect(readRecord('capitano record 1\ndice by hand\n--\n* 3\n--')).toBeNull();
  expect(readRecord(record(0).replace(/^s(eed|alt) .*\n/gm, ''))).toBeNull();
});

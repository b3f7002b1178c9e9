// The arithmetic of the dice, held to the figures that crates/kernel/src/dice.rs documents.

import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { chacha20, sha256 } from '../../src/lib/digest';
import { bytes, check, derivedPart, digest, hex, readRecord, roll } from '../../src/lib/fair';

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
  expect([0, 1, 2, 3].map((number) => roll(bytes(SEED), number, 2, D6))).toEqual([[5, 6], [4, 3], [6, 4], [1, 4]]);
  expect(roll(bytes(SEED), 1000, 5, { sides: 10, lowest: 1 })).toEqual([3, 10, 5, 7, 5]);
  expect(roll(bytes(SEED), 1000, 5, D10)).toEqual([2, 9, 4, 6, 4]);
  expect(hex(digest('capitano dice commitment 1\n', [bytes(SALT), bytes(SEED)]))).toBe(SEAL);
  expect(derivedPart(SEAL, 1)).toBe('7f15df5327a5e41b692f6214d0300d217e422cf3486456b925d6678a2ba165b1');
  // Numbers beyond 32 bits are numbers like others.
  expect(roll(bytes(SEED), 2 ** 32, 40, D6)).not.toEqual(roll(bytes(SEED), 0, 40, D6));
});

const PART = '5'.repeat(64);

/** A record with a roll that was taken back, and one from elsewhere. */
function record(seat: number): string {
  const parts = [0, 1].map((place) => (place === seat ? PART : derivedPart(SEAL, place)));
  const key = digest('capitano dice mix 1\n', [bytes(SEED), ...parts.map(bytes)]);
  const line = (number: number) => `* ${roll(key, number, 3, D6).join(' ')}`;
  const head = ['capitano record 1', 'game goito', 'dice seeded', `commitment ${SEAL}`, `seed ${SEED}`, `salt ${SALT}`];
  return [...head, ...parts.map((part) => `entropy ${part}`), '--', '* 6 6 given', '0 place standard', line(0), line(1), '# a note', `${line(4)} @4`, line(5), '--', 'hash 0'].join('\n');
}

test('a record is held against what was kept', () => {
  for (const seat of [0, 1]) {
    const kept = { commitment: SEAL, part: PART };
    const text = record(seat);
    const thrown = readRecord(text)!;
    expect(thrown.rolls.map(({ number }) => number)).toEqual([0, 1, 4, 5]);
    const proof = check(thrown, D6, kept, seat, true);
    expect({ ...proof, thrown: null }).toEqual({ faults: [], kept: true, thrown: null, skipped: 2, own: [seat === 0, seat === 1] });
    expect(thrown.given).toBe(1);
    // A draw takes a number, and its faces are for the rules to know.
    const drawn = readRecord(text.replace(/\n--\nhash 0$/, '\n= fr-corps\n--\nhash 0'))!;
    expect(drawn.rolls.at(-1)).toEqual({ number: 6, faces: null });
    expect(check(drawn, D6, kept, seat, true).faults).toEqual([]);
    // Without what was kept nothing is wrong, and less is proved.
    expect(check(thrown, D6, null, seat, null)).toMatchObject({ faults: [], kept: false });
    expect(check(thrown, D6, { commitment: SEAL, part: null }, seat, null)).toMatchObject({ faults: [], kept: false });

    const faults = (changed: string, known = kept, takenBack: boolean | null = true) => check(readRecord(changed)!, D6, known, seat, takenBack).faults;
    expect(faults(text, { ...kept, commitment: '0'.repeat(64) })).toEqual(['otherSeal']);
    expect(faults(text, { ...kept, part: '6'.repeat(64) })).toEqual(['otherPart']);
    expect(faults(text, kept, false)).toEqual(['skipped']);
    expect(faults(text.replace(`seed ${SEED}`, `seed ${SALT}`))).toEqual(['seal', 'roll']);
    expect(faults(text.replace(PART, '6'.repeat(64)))).toEqual(['otherPart', 'roll']);
    expect(faults(text.replace('@4', '@7'))).toEqual(['roll']);
    expect(faults(text.replace('@4', '@1'))).toEqual(expect.arrayContaining(['order', 'roll']));
    const first = /^\* \d/m;
    const other = text.replace('* 6 6 given\n', '').replace(first, (start) => `* ${(Number(start[2]) % 6) + 1}`);
    expect(faults(other)).toEqual(['roll']);
  }
});

test('dice that no seed vouches for are not judged', () => {
  expect(readRecord('capitano record 1\ndice by hand\n--\n* 3\n--')).toBeNull();
  expect(readRecord(record(0).replace(/^s(eed|alt) .*\n/gm, ''))).toBeNull();
});

import { expect, test } from '@playwright/test';
import { imported } from '../../src/lib/imported';
import { kinds, luck, rolls } from '../../src/lib/luck';
import { momentAt, placeOf } from '../../src/lib/moments';
import { findRules, references, siblings } from '../../src/lib/rules';
import type { Die, FeedItem, RuleText, Told } from '../../src/wire';

const common = { sides: 6, lowest: 1 };
const ten = { sides: 10, lowest: 0 };
const fallen = (die: Die, faces: number[]) => faces.map((face) => ({ die, face }));

test('luck is measured against the fair die', () => {
  const all = luck(fallen(common, [6, 6, 1, 1]), common);
  expect(all).toMatchObject({ dice: 4, sum: 14, expected: 14, sigma: 0 });
  expect(all.faces.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 2]);
  expect(luck(fallen(common, [6, 6, 6]), common).sigma).toBeCloseTo(7.5 / Math.sqrt(8.75));
  expect(luck([], common).sigma).toBe(0);
});

test('dice of ten sides are read from 0 to 9', () => {
  const all = luck(fallen(ten, [0, 9, 9]), ten);
  expect(all).toMatchObject({ dice: 3, sum: 18, expected: 13.5 });
  expect(all.faces).toHaveLength(10);
  expect(all.faces[0]).toEqual({ face: 0, count: 1 });
  expect(all.faces[9]).toEqual({ face: 9, count: 2 });
  expect(all.sigma).toBeCloseTo(4.5 / Math.sqrt((3 * 99) / 12));
});

test('rolls belong to the side that rolled, and each kind of die is counted by itself', () => {
  const told = (more: Partial<Told>): FeedItem => ({
    number: 1,
    what: { kind: 'told', at: 0, told: { kind: 'fire', rule: 'ford 1', text: '', spans: [], ...more } },
  });
  const feed = [told({ dice: [1], rolled_by: 0 }), told({ dice: [2, 9], thrown: [common, ten], rolled_by: 1 }), told({ dice: [3] }), told({ drawn: 'an owl', rolled_by: 0 })];
  const found = rolls(feed, 2, common);
  expect(found.bySeat).toEqual([fallen(common, [1]), [...fallen(common, [2]), ...fallen(ten, [9])]]);
  expect(kinds(found.all)).toEqual([common, ten]);
  expect(luck(found.all, common)).toMatchObject({ dice: 3, sum: 6 });
  expect(luck(found.all, ten)).toMatchObject({ dice: 1, sum: 9 });
});

const rule = (id: string, title: string, text: string): RuleText => ({ id, cite: `ford ${id}`, title, kind: 'core', text, provenance: 'printed', rests_on: [], rulings: [] });
const rules = [rule('8.7a', 'Fog', 'See 9.4.1 and 8.7b.'), rule('8.7b', 'More fog', 'Nothing.'), rule('9.4.1', 'Fire', 'Two dice and fog, 12 of them.')];

test('rules are found by all words and by number first', () => {
  expect(findRules(rules, 'fog').map(({ id }) => id)).toEqual(['8.7a', '8.7b', '9.4.1']);
  expect(findRules(rules, 'FOG dice').map(({ id }) => id)).toEqual(['9.4.1']);
  expect(findRules(rules, '9.4').map(({ id }) => id)[0]).toBe('9.4.1');
  expect(findRules(rules, ' ')).toHaveLength(3);
});

test('rules are related by what they cite and by their paragraph', () => {
  expect(references(rules[0]!, rules)).toEqual(['9.4.1', '8.7b']);
  expect(references(rules[2]!, rules)).toEqual([]);
  expect(siblings(rules[0]!, rules)).toEqual(['8.7b']);
});

test('what is imported is told apart', () => {
  expect(imported('capitano record 1\n')).toEqual({ record: 'capitano record 1\n' });
  expect(imported('{"record":"x"}')).toEqual({ record: 'x' });
  expect(imported('{"position":{"a":1},"scenario":"s"}')).toEqual({ position: { position: { a: 1 }, scenario: 's' } });
  expect(imported('{"scenario":"s"}')).toEqual({ setup: { scenario: 's' } });
  expect(imported('{broken')).toBeNull();
  expect(imported('  ')).toBeNull();
});

test('a moment is found by whoever has it, at its first position or as many after it as he has', () => {
  const seat = [1, 1, 1, 2, 4, 4].map((moment) => ({ moment }));
  const public_ = [1, 2, 3, 4].map((moment) => ({ moment }));
  expect(momentAt(seat, 2)).toEqual({ moment: 1, after: 2 });
  expect(placeOf(seat, { moment: 1, after: 2 })).toBe(2);
  expect(placeOf(public_, { moment: 1, after: 2 })).toBe(0);
  expect(placeOf(public_, momentAt(seat, 5))).toBe(3);
  // Who has no position of that moment stands at the last before it.
  expect(placeOf(seat, { moment: 3, after: 0 })).toBe(3);
  expect(placeOf(seat, { moment: 9, after: 9 })).toBe(5);
  expect(placeOf([], { moment: 3, after: 0 })).toBe(0);
});

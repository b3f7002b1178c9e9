import { expect, test } from '@playwright/test';
import { begunBy, cellText, fighters, fights, natural, unread } from '../../src/lib/results';
import type { FeedItem, Told } from '../../src/wire';

const told = (kind: string, rest: Partial<Told> = {}): FeedItem => ({
  number: 1,
  what: { kind: 'told', at: 0, told: { kind, rule: '1', text: kind, spans: [{ text: kind }], ...rest } },
});

const kinds = (feed: FeedItem[], from = 0) => fights(feed, from).map(({ lines }) => lines.map(({ told }) => told.kind));

test('a fight goes from its first line to whatever begins afresh', () => {
  const feed = [
    told('move', { fresh: true }),
    told('combat', { fight: true, units: ['a'] }),
    told('combat-result', { dice: [3, 4], total: 9, rolled_by: 1 }),
    told('loss', { units: ['b'] }),
    told('move', { fresh: true }),
    told('loss'),
  ];
  expect(kinds(feed)).toEqual([['combat', 'combat-result', 'loss']]);
  const [fight] = fights(feed, 10);
  expect(fight!.lines.map(({ at }) => at)).toEqual([11, 12, 13]);
  expect(begunBy(fight!)).toBe(1);
  expect(fighters(fight!)).toEqual(['a', 'b']);
  expect(natural(fight!.lines[1]!.told)).toBe(7);
});

test('all shots of a volley and all rolls of an attack are one; another fight is another', () => {
  const shot = { unit: 'a', name: 'A', hex: '0101' };
  const volley = [told('fire', { fight: true, dice: [4], shot }), told('training', { dice: [2] }), told('fire', { fight: true, dice: [5], shot: { ...shot, again: true } })];
  expect(kinds(volley)).toEqual([['fire', 'training', 'fire']]);
  // Fire of the defender in between belongs to the attack.
  const attack = [told('melee', { fight: true }), told('fire', { fight: true, dice: [1], shot }), told('melee', { fight: true, dice: [6] })];
  expect(kinds(attack)).toEqual([['melee', 'fire', 'melee']]);
  expect(kinds([told('fire', { fight: true, dice: [1] }), told('combat', { fight: true, dice: [1] })])).toEqual([['fire'], ['combat']]);
  const twice = [told('bombardment', { fight: true, fresh: true, dice: [1] }), told('bombardment', { fight: true, fresh: true, dice: [2] })];
  expect(kinds(twice)).toEqual([['bombardment'], ['bombardment']]);
});

test('a fight is to be read when something was rolled in it since', () => {
  const feed = [told('fire', { fight: true }), told('result', { dice: [1] }), told('loss'), told('check', { dice: [2] }), told('status')];
  expect(unread(feed, 0, 0)).toHaveLength(1);
  expect(unread(feed, 0, 3)).toHaveLength(1);
  expect(unread(feed, 0, 4)).toHaveLength(0);
  expect(unread([told('roll', { dice: [1] })], 0, 0)).toHaveLength(0);
});

test('what was taken back was not fought', () => {
  const back: FeedItem = { number: 2, what: { kind: 'taken_back', at: 0, lines: 2 } };
  expect(fights([told('fire', { fight: true, dice: [1] }), told('loss'), back], 0)).toEqual([]);
});

test('a cell of a chart is found by its labels', () => {
  const cell = (text: string) => ({ text, provenance: 'printed' });
  const chart = { id: 't', title: 'T', rule: '1', note: '', corner: '', columns: ['x', 'y'], rows: [{ label: '1', cells: [cell('a'), cell('b')] }] };
  expect(cellText([chart], { chart: 't', row: '1', column: 'y' })).toBe('b');
  expect(cellText([chart], { chart: 't', row: '2', column: 'y' })).toBeNull();
  expect(cellText([chart], { chart: 'u', row: '1', column: 'y' })).toBeNull();
});

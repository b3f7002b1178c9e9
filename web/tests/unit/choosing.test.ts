import { expect, test } from '@playwright/test';
import * as choosing from '../../src/lib/choosing';
import type { Choice, Piece, Reach } from '../../src/wire';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({
  kind: 'test',
  action,
  sentence: action,
  rule: 'ford 1',
  odds: false,
  ...more,
});
const piece = (id: string, hex: string): Piece => ({
  id,
  name: id,
  seat: 0,
  kind: 'infantry',
  formation: null,
  hex,
  facing: null,
  face_up: true,
  size: 1,
  values: [],
  badges: [],
});

const moving = [
  choice('step 0102', { hex: '0102', units: ['a'] }),
  choice('step 0201', { hex: '0201', units: ['a'] }),
  choice('face NE', { hex: '0101', facing: 1, units: ['a'] }),
  choice('stop', { hex: '0101', units: ['a'] }),
];
const choosing2 = [
  choice('act a', { hex: '0101', units: ['a'] }),
  choice('act a+b', { hex: '0101', units: ['a', 'b'] }),
  choice('act c', { hex: '0305', units: ['c'] }),
  choice('done'),
];

test('a unit is in hand when every choice is about it', () => {
  expect(choosing.inHand(moving)).toBe('a');
  expect(choosing.inHand(choosing2)).toBeNull();
  expect(choosing.inHand([choice('pass')])).toBeNull();
});

test('only what can be chosen is lit', () => {
  expect([...choosing.targets(moving, 'a')]).toEqual(['0102', '0201', '0101']);
  expect([...choosing.live(choosing2)]).toEqual(['a', 'b', 'c']);
  expect([...choosing.targets(choosing2, 'c')]).toEqual(['0305']);
});

test('a hex means the choices that point at it', () => {
  expect(choosing.at(moving, '0102', null, []).map((one) => one.action)).toEqual(['step 0102']);
  expect(choosing.at(choosing2, '0101', null, [piece('a', '0101')])).toHaveLength(2);
  expect(choosing.at(choosing2, '0101', 'b', [piece('a', '0101')]).map((one) => one.action)).toEqual(['act a+b']);
  expect(choosing.at(moving, '0909', null, [])).toEqual([]);
});

test('choices stand under their headings in the order of their coming', () => {
  const list = [choice('a', { group: 'x' }), choice('b'), choice('c', { group: 'x' })];
  expect(choosing.groups(list).map((group) => [group.label, group.choices.map((one) => one.action)])).toEqual([
    ['x', ['a', 'c']],
    [null, ['b']],
  ]);
});

test('directions become arrows around one hex', () => {
  const facings = [0, 60, 120, 180, 240, 300];
  expect(choosing.compass(moving, facings)).toMatchObject({ hex: '0101', arrows: [{ degrees: 60 }] });
  const two = [choice('face N', { hex: '0101', facing: 0 }), choice('face N', { hex: '0202', facing: 0 })];
  expect(choosing.compass(two, facings)).toBeNull();
});

test('a way is the cheapest', () => {
  const reach: Reach = {
    unit: 'a',
    from: '0101',
    allowance: 4,
    hexes: [
      { hex: '0103', cost: 3, mode: 'x', path: ['0102', '0103'], action: 'go', ready: true, reactions: [] },
      { hex: '0103', cost: 1.5, mode: 'y', path: ['0202', '0103'], action: 'go', ready: true, reactions: [] },
    ],
  };
  expect(choosing.wayTo(reach, '0103')?.mode).toBe('y');
  expect(choosing.wayTo(reach, '0104')).toBeNull();
});

test('a way is offered beside the choices of its hex, unless one of them goes it', () => {
  const way = { hex: '0102', cost: 0.5, mode: 'x', path: ['0102'], action: 'go a march 0102', ready: true, reactions: [] };
  const plain = { ...way, hex: '0201', path: ['0201'], action: 'step 0201' };
  const reach: Reach = { unit: 'a', from: '0101', allowance: 4, hexes: [way, plain] };
  const there = (hex: string) => choosing.at(moving, hex, 'a', []);
  expect(choosing.wayBeside(reach, '0102', there('0102'))).toEqual(way);
  expect(choosing.wayBeside(reach, '0201', there('0201'))).toBeNull();
  expect(choosing.wayBeside(reach, '0102', [])).toEqual(way);
  expect(choosing.wayBeside(null, '0102', [])).toBeNull();
});

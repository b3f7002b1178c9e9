import { expect, test } from '@playwright/test';
import { lying, marksOf, sign, toned } from '../../src/board/badges';
import { along } from '../../src/board/painter';
import { atPlace, places } from '../../src/lib/choosing';
import { spaceOf } from '../../src/lib/tracks';
import { volley } from '../../src/lib/volley';
import type { Choice, FeedItem, MarkInfo, Shot, Told } from '../../src/wire';

function told(more: Partial<Told> = {}): FeedItem {
  return { number: 1, what: { kind: 'told', at: 0, told: { kind: 'any', rule: 'ford 1', text: '', spans: [], ...more } } } as FeedItem;
}

const shot = (unit: string, more: Partial<Shot> = {}): Shot => ({ unit, name: unit.toUpperCase(), hex: '0203', ...more });
const at = { unit: 'a', name: 'A' };

test('a volley is what was fired since something new began, and what is declared', () => {
  const before = [told({ shot: shot('old'), dice: [3] }), told({ fresh: true })];
  const feed = [...before, told(), told({ shot: shot('a'), dice: [7] }), told({ shot: shot('b'), dice: [1] }), told({ shot: shot('x', { answers: true, at }), dice: [2] })];
  const declared = { note: '', shots: [shot('b', { again: true, action: 'again b' }), shot('x', { answers: true, at, action: 'answer x a' })] };
  const rows = volley(feed, declared).map((one) => [one.unit, one.answers ?? false, one.again ?? false, one.fired.length, one.action ?? null]);
  // Who fires again stands where he did; each answer stands for itself.
  expect(rows).toEqual([
    ['a', false, false, 1, null],
    ['b', false, true, 1, 'again b'],
    ['x', true, false, 1, null],
    ['x', true, false, 0, 'answer x a'],
  ]);
  const [, failed] = volley([...feed, told({ shot: shot('b', { again: true, failed: true }) })], { note: '', shots: [] });
  expect([failed!.failed, failed!.fired.length, failed!.action]).toEqual([true, 1, undefined]);
  expect(volley([...feed, told({ fresh: true })], { note: '', shots: [] })).toEqual([]);
  expect(volley([], { note: '', shots: [] })).toEqual([]);
});

test('the places of a line follow each other from end to end', () => {
  const places = [0, 4, 2, 1, 3].map((x) => ({ x, y: 2 * x }));
  const drawn = along(places).map(({ x }) => x);
  expect([drawn, [...drawn].reverse()]).toContainEqual([0, 1, 2, 3, 4]);
});

test('marks look as the game says, and what it says nothing of shows its first letters', () => {
  const marks = marksOf([
    { word: 'in disorder', sign: 'D', tone: 'bad' },
    { word: 'acted', sign: '', tone: 'spent' },
    { word: 'general', sign: '', tone: 'words' },
  ] satisfies MarkInfo[]);
  expect(lying(marks, ['general', 'in disorder', 'acted'])).toEqual([{ text: 'D', tone: 'bad' }]);
  expect(sign(marks, 'weary')).toEqual({ text: 'we', tone: 'calm' });
  expect([toned(marks, ['acted'], 'spent'), toned(marks, ['in disorder'], 'spent')]).toEqual([true, false]);
});

test('a box beside the map is chosen as a hex is', () => {
  const choice = (action: string, unit: string, place?: string) => ({ action, units: [unit], place }) as unknown as Choice;
  const choices = [choice('send a', 'a', 'reserve'), choice('send b', 'b', 'reserve'), choice('stay', 'a')];
  expect([...places(choices, null)]).toEqual(['reserve']);
  expect(atPlace(choices, 'reserve', 'b').map(({ action }) => action)).toEqual(['send b']);
  expect(atPlace(choices, 'losses', null)).toEqual([]);
});

test('places on a track are told in halves where it is counted so', () => {
  expect([3, -1].map((space) => spaceOf({}, space))).toEqual(['3', '-1']);
  expect([0, 1, 4, 5, -1, -3, -4].map((space) => spaceOf({ halves: true }, space))).toEqual(['0', '½', '2', '2½', '-½', '-1½', '-2']);
});

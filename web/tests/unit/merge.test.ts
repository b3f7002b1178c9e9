import { expect, test } from '@playwright/test';
import { merge, mergeScene, standing } from '../../src/lib/merge';
import type { FeedItem, Piece, Scene, State } from '../../src/wire';

const piece = (id: string, hex: string) => ({ id, hex }) as Piece;
const line = (text: string): FeedItem => ({ number: 1, what: { kind: 'told', at: 0, told: { kind: 'x', rule: 'ford 1', text, spans: [] } } });
const texts = (feed: FeedItem[]) => feed.map(({ what }) => (what.kind === 'told' ? what.told.text : what.kind));
const scene = { map: 'ford', pieces: [piece('a', '1'), piece('b', '2'), piece('c', '3')], markers: [] } as unknown as Scene;
const state = (more: Partial<State> = {}): State =>
  ({ number: 4, moment: 4, feed_len: 3, feed_from: 1, feed: [line('two'), line('three')], scene, choices: [], undo: 1, asks: null, ...more }) as State;

test('pieces change in their place, go, and come at the end', () => {
  const after = mergeScene(scene, { pieces: [piece('b', '9'), piece('d', '4')], gone: ['a'] });
  expect(after.pieces.map(({ id, hex }) => id + hex)).toEqual(['b9', 'c3', 'd4']);
  expect(scene.pieces).toHaveLength(3);
});

test('an order sorts the pieces', () => {
  const after = mergeScene(scene, { pieces: [piece('d', '4')], order: ['d', 'c', 'b', 'a'] });
  expect(after.pieces.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
});

test('only the lines that are new are added', () => {
  const after = merge(state(), { from: 4, number: 5, moment: 5, feed_from: 2, feed: [line('three'), line('four')] })!;
  expect(texts(after.feed)).toEqual(['two', 'three', 'four']);
  expect(after.feed_len).toBe(4);
  expect(after.number).toBe(5);
});

test('a gap in the lines asks for everything', () => {
  expect(merge(state(), { from: 4, number: 6, moment: 6, feed_from: 7, feed: [line('eight')] })).toBeNull();
});

test('a gap in the positions asks for everything', () => {
  expect(merge(state(), { from: 5, number: 6, moment: 6, feed_from: 3, feed: [] })).toBeNull();
});

test('an answer that comes late changes nothing but the lines', () => {
  const after = merge(state(), { from: 2, number: 3, moment: 3, feed_from: 3, feed: [line('four')], undo: 9, scene: { gone: ['a'] } })!;
  expect(after.number).toBe(4);
  expect(after.undo).toBe(1);
  expect(after.scene.pieces).toHaveLength(3);
  expect(texts(after.feed)).toEqual(['two', 'three', 'four']);
});

test('a request that nobody makes any more is taken away', () => {
  expect(merge(state({ asks: 1 }), { from: 4, number: 5, moment: 5, feed_from: 3, feed: [], asks: null })!.asks).toBeNull();
  expect(merge(state({ asks: 1 }), { from: 4, number: 5, moment: 5, feed_from: 3, feed: [] })!.asks).toBe(1);
});

test('what was taken back is not read any more, chat is', () => {
  const chat: FeedItem = { number: 1, what: { kind: 'chat', at: 0, seat: 0, name: null, text: 'hm' } };
  const back: FeedItem = { number: 2, what: { kind: 'taken_back', at: 0, lines: 2 } };
  expect(texts(standing([line('1'), line('2'), chat, line('3'), back, line('4')]))).toEqual(['1', 'chat', 'taken_back', '4']);
});

test('lines that came after what is taken back stay', () => {
  const back: FeedItem = { number: 2, what: { kind: 'taken_back', at: 0, lines: 1, stay: 2 } };
  expect(texts(standing([line('1'), line('2'), line('3'), line('4'), back]))).toEqual(['1', '3', '4', 'taken_back']);
});

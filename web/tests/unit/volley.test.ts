import { expect, test } from '@playwright/test';
import { along } from '../../src/board/painter';
import { lying, sign } from '../../src/board/badges';
import { declaration, volley } from '../../src/lib/volley';
import type { FeedItem, Span, Told } from '../../src/wire';

const unit = (id: string): Span => ({ text: id.toUpperCase(), unit: id });
const hex = (id: string): Span => ({ text: id, hex: id });

function told(kind: string, spans: Span[], more: Partial<Told> = {}): FeedItem {
  const hexes = spans.flatMap((span) => span.hex ?? []);
  return { number: 1, what: { kind: 'told', at: 0, told: { kind, rule: 'ford 1', text: '', spans, hexes, ...more } } } as FeedItem;
}

test('a volley is what was aimed and answered last, with what was rolled for it', () => {
  const before = [told('target', [unit('old'), hex('0101')]), told('fire', [unit('old'), hex('0101')]), told('activation', [])];
  const feed = [
    ...before,
    told('target', [unit('a'), hex('0203')]),
    told('target', [unit('b'), hex('0203')]),
    told('answer', [unit('x'), unit('a')]),
    told('fire', [unit('a'), hex('0203')], { dice: [7] }),
    told('again', [unit('b')]),
  ];
  const shots = volley(feed);
  expect(shots.map((shot) => [shot.unit, shot.hex, shot.at?.unit ?? null, shot.answers, shot.again, shot.fired.length])).toEqual([
    ['a', '0203', null, false, false, 1],
    ['b', '0203', null, false, true, 0],
    ['x', null, 'a', true, false, 0],
  ]);
  expect(shots.map(declaration)).toEqual([null, 'again b', 'answer x a']);
  const [, failed] = volley([...feed, told('billebaude', [unit('b')])]);
  expect([failed!.failed, declaration(failed!)]).toEqual([true, null]);
  expect(volley([...feed, told('activation', [])])).toEqual([]);
  expect(volley([])).toEqual([]);
});

test('the places of a line follow each other from end to end', () => {
  const places = [0, 4, 2, 1, 3].map((x) => ({ x, y: 2 * x }));
  const drawn = along(places).map(({ x }) => x);
  expect([drawn, [...drawn].reverse()]).toContainEqual([0, 1, 2, 3, 4]);
});

test('ranks are no marks on a counter, and what is not known shows its first letters', () => {
  expect(lying(['wing commander', 'in disorder', 'acted'])).toEqual(['in disorder']);
  expect(sign('in disorder').text).toBe('D');
  expect(sign('weary').text).toBe('we');
});

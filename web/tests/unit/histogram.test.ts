import { expect, test } from '@playwright/test';
import { columns } from '../../src/lib/histogram';

const lines = (...shares: [number, number][]) => shares.map(([count, share]) => ({ result: String(count), low: share, high: share }));

test('numbers that cannot come have a column of their own', () => {
  expect(columns(lines([0, 0.5], [3, 0.5])).map(({ share }) => share)).toEqual([0.5, 0, 0, 0.5]);
  expect(columns(lines([0, 1]))).toEqual([{ count: 0, more: false, share: 1 }]);
});

test('what lies beyond the last column is in it', () => {
  const list = columns(lines([0, 0.25], [2, 0.25], [3, 0.25], [7, 0.25]), 3);
  expect(list).toEqual([
    { count: 0, more: false, share: 0.25 },
    { count: 1, more: false, share: 0 },
    { count: 2, more: true, share: 0.75 },
  ]);
});

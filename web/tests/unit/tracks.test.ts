import { expect, test } from '@playwright/test';
import { initials } from '../../src/board/painter';
import { nameRoom } from '../../src/board/counter';
import { lyingOn, restsAt } from '../../src/lib/tracks';
import type { BoardTrack, Track } from '../../src/wire';

const boxes = (count: number): [number, number, number, number][] => Array.from({ length: count }, (_, i) => [1000 + i * 80, 200, 70, 56]);
const printed: BoardTrack[] = [
  { id: 'turns', from: 1, boxes: boxes(8) },
  { id: 'mood', from: -3, boxes: boxes(7) },
  { id: 'corps', from: 0, boxes: boxes(3) },
];

test('markers lie in the boxes that are printed for them', () => {
  const tracks: Track[] = [
    { name: 'Turn', from: 6, to: 8, printed: 'turns', markers: [{ label: 'noon', at: 6 }] },
    { name: 'Mood', from: -3, to: 3, printed: 'mood', markers: [{ label: 'A', at: 0 }, { label: 'B', at: 0 }, { label: 'C', at: -3 }] },
    // Told in turns, printed as states.
    { name: 'Corps', from: 1, to: 8, printed: 'corps', markers: [{ label: 'arrives', at: 5, space: 2 }] },
    { name: 'Points', from: 0, to: 60, markers: [{ label: 'Austria', at: 3 }] },
    { name: 'Supply', from: 0, to: 60, printed: 'nowhere', markers: [{ label: 'Austria', at: 3 }] },
    { name: 'Turn', from: 1, to: 20, printed: 'turns', markers: [{ label: 'late', at: 20 }] },
  ];
  const lying = lyingOn(tracks, printed);
  expect(lying.map(({ marker, box, index, count, alone }) => [marker.label, box.left, index, count, alone])).toEqual([
    ['noon', 1000 + 5 * 80, 0, 1, true],
    ['A', 1000 + 3 * 80, 0, 2, false],
    ['B', 1000 + 3 * 80, 1, 2, false],
    ['C', 1000, 0, 1, false],
    ['arrives', 1000 + 2 * 80, 0, 1, true],
  ]);
});

test('many markers share a box without covering each other', () => {
  for (const count of [1, 2, 3, 5, 8, 10, 14]) {
    const markers = Array.from({ length: count }, (_, i) => ({ label: String(i), at: 0 }));
    const spots = lyingOn([{ name: 'Mood', from: -3, to: 3, printed: 'mood', markers: [...markers, { label: 'other', at: 1 }] }], printed)
      .slice(0, count)
      .map((one) => ({ ...restsAt(one), box: one.box }));
    for (const { x, y, radius, box } of spots) {
      expect(radius).toBeGreaterThan(3);
      expect(x - radius).toBeGreaterThanOrEqual(box.left);
      expect(x + radius).toBeLessThanOrEqual(box.right);
      expect(y - radius).toBeGreaterThanOrEqual(box.top);
      expect(y + radius).toBeLessThanOrEqual(box.bottom);
    }
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.radius + b.radius);
    }
  }
});

test('a name is shortened to two letters, and on a counter it keeps clear of the turned-down corner and of marks', () => {
  expect([initials('1 divisione'), initials('Benedek brigade'), initials('Riserva')]).toEqual(['1d', 'Bb', 'Ri']);
  expect(nameRoom(false, false).right).toBeCloseTo(-nameRoom(false, false).left);
  // The corner reaches to -0.34 at the height of the letters, a mark from 0.305.
  expect(nameRoom(true, false).left).toBeGreaterThan(-0.34);
  expect(nameRoom(false, true).right).toBeLessThan(0.305);
});

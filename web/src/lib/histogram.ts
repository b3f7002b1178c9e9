// Chances of numbers as columns that stand side by side.

import type { OddsLine } from '../wire';

export interface Column {
  count: number;
  /** It stands for this number and all above it. */
  more: boolean;
  share: number;
}

/** Every number up to the greatest has a column, also where it cannot come; beyond `most` columns the rest stands in the last. */
export function columns(lines: OddsLine[], most = 9): Column[] {
  const shares = new Map(lines.map(({ result, high }) => [Number(result), high]));
  const last = Math.max(0, ...shares.keys());
  const length = Math.min(last + 1, most);
  const list = Array.from({ length }, (_, count) => ({ count, more: false, share: shares.get(count) ?? 0 }));
  if (last + 1 > most) {
    const tail = list[most - 1]!;
    tail.more = true;
    tail.share = [...shares].reduce((sum, [count, share]) => (count >= tail.count ? sum + share : sum), 0);
  }
  return list;
}

// What came of fights, read from the log: who fought, what was rolled, what followed. Knows no game.

import type { FeedItem, Lookup, Seat, Told, Chart } from '../wire';
import { standing } from './merge';

/** A fight or a volley as it was told. */
export interface Fight {
  /** Its lines, with their numbers in the feed. */
  lines: { at: number; told: Told }[];
}

const thrown = (told: Told) => !!told.dice?.length || told.drawn !== undefined;

/** All fights of a feed whose first item has the number `from`, oldest first. */
export function fights(feed: FeedItem[], from: number): Fight[] {
  const numbers = new Map(feed.map((item, i) => [item, from + i]));
  const list: Fight[] = [];
  let open: Fight | null = null;
  for (const item of standing(feed)) {
    if (item.what.kind !== 'told') continue;
    const { told } = item.what;
    const line = { at: numbers.get(item)!, told };
    if (told.fight && !(open && goesOn(open, told))) {
      open = { lines: [line] };
      list.push(open);
    } else if (told.fresh && !told.fight) open = null;
    else open?.lines.push(line);
  }
  return list;
}

/** Whether what begins here is part of the fight before: another shot of a volley, or the same attack. */
function goesOn(open: Fight, told: Told): boolean {
  return !told.fresh && (told.shot !== undefined || told.kind === open.lines[0]!.told.kind);
}

/** The fights of which something was rolled that has not been read, if all before the number `read` has. */
export function unread(feed: FeedItem[], from: number, read: number): Fight[] {
  const news = feed.slice(Math.max(0, read - from)).some(({ what }) => what.kind === 'told' && thrown(what.told));
  if (!news) return [];
  return fights(feed, from).filter(({ lines }) => lines.some(({ at, told }) => at >= read && thrown(told)));
}

/** The side that began a fight, as far as it can be told: whose dice fell first. */
export function begunBy({ lines }: Fight): Seat | null {
  return lines.find(({ told }) => told.rolled_by !== undefined)?.told.rolled_by ?? null;
}

/** Everybody who is named in a fight, who began it first. */
export function fighters({ lines }: Fight): string[] {
  const named = lines.flatMap(({ told }) => [...(told.units ?? []), ...(told.shot ? [told.shot.unit] : []), ...(told.shot?.at ? [told.shot.at.unit] : [])]);
  return [...new Set(named)];
}

/** What stands in a cell of a chart. */
export function cellText(charts: Chart[], lookup: Lookup): string | null {
  const chart = charts.find(({ id }) => id === lookup.chart);
  const column = chart?.columns.indexOf(lookup.column) ?? -1;
  return chart?.rows.find(({ label }) => label === lookup.row)?.cells[column]?.text ?? null;
}

/** What the dice show in all, before anything is added. */
export function natural(told: Told): number {
  return (told.dice ?? []).reduce((sum, face) => sum + face, 0);
}

// A volley as it is declared and fired, read from the log: who fires at what, and what came of it.

import type { FeedItem, Told } from '../wire';

export interface Shot {
  /** Who fires. */
  unit: string;
  name: string;
  /** Where to, and at whom where somebody was named. */
  hex: string | null;
  at: { unit: string; name: string } | null;
  /** It answers one that was fired at it. */
  answers: boolean;
  /** A second volley was asked for. */
  again: boolean;
  /** It was to fire and does not: it failed its roll. */
  failed: boolean;
  /** The rolls that were made for it, oldest first. */
  fired: Told[];
}

/** What ends a volley in the log: the next thing that troops do. */
const ENDS = new Set(['activation', 'phase', 'selection', 'turn', 'end', 'line', 'ride', 'move', 'bombardment', 'reorganized', 'advance']);

/** The volley that the log ends with, first those that were aimed, then the answers; nothing if something else came after it. */
export function volley(feed: FeedItem[]): Shot[] {
  const told = feed.flatMap(({ what }) => (what.kind === 'told' ? [what.told] : []));
  let start = told.findLastIndex(({ kind }) => kind === 'target');
  if (start < 0) return [];
  while (told[start - 1]?.kind === 'target') start--;
  const lines = told.slice(start);
  if (lines.some(({ kind }) => ENDS.has(kind))) return [];
  const shots: Shot[] = [];
  for (const line of lines) {
    const [first, second] = line.spans.filter((span) => span.unit);
    if (!first?.unit) continue;
    const { unit, text: name } = first;
    const mine = shots.findLast((shot) => shot.unit === unit);
    if (line.kind === 'target' || line.kind === 'answer') {
      const at = second?.unit ? { unit: second.unit, name: second.text } : null;
      shots.push({ unit, name, hex: line.hexes?.[0] ?? null, at, answers: line.kind === 'answer', again: false, failed: false, fired: [] });
    } else if (line.kind === 'again' && mine) mine.again = true;
    else if (line.kind === 'billebaude' && mine) mine.failed = mine.fired.length < due(mine);
    else if (line.kind === 'fire' && mine) mine.fired.push(line);
  }
  return [...shots.filter((shot) => !shot.answers), ...shots.filter((shot) => shot.answers)];
}

/** How often it fires in all. */
function due(shot: Shot): number {
  return shot.again ? 2 : 1;
}

/** The action that declared a shot, while nobody has rolled for it. */
export function declaration(shot: Shot): string | null {
  if (shot.failed || shot.fired.length >= due(shot)) return null;
  if (shot.answers) return shot.at ? `answer ${shot.unit} ${shot.at.unit}` : null;
  if (shot.again) return `again ${shot.unit}`;
  return shot.hex ? `fire ${shot.unit} ${shot.hex}` : null;
}

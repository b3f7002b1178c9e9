// A volley as it is declared and fired: who fires at what, and what came of it. What is declared stands in the scene, what was rolled
// in the log. Knows no game.

import type { FeedItem, Shot, Told, Volley } from '../wire';

export interface Fired extends Shot {
  /** The rolls that were made for it, oldest first. */
  fired: Told[];
}

/** What is declared, and what was fired since something new began; first those that were aimed, then the answers. */
export function volley(feed: FeedItem[], declared: Volley): Fired[] {
  const told = feed.flatMap(({ what }) => (what.kind === 'told' ? [what.told] : []));
  const lines = told.slice(told.findLastIndex(({ fresh }) => fresh) + 1);
  const shots: Fired[] = [];
  for (const line of lines) {
    if (!line.shot) continue;
    const row = add(shots, line.shot);
    if (!line.shot.failed) row.fired.push(line);
  }
  for (const shot of declared.shots) add(shots, shot);
  return [...shots.filter((shot) => !shot.answers), ...shots.filter((shot) => shot.answers)];
}

/** Puts a shot on the list; one that is fired again stands where the first does. */
function add(shots: Fired[], shot: Shot): Fired {
  const first = shot.again ? shots.find((one) => one.unit === shot.unit && !one.answers) : undefined;
  if (first) return Object.assign(first, shot);
  const row = { ...shot, fired: [] };
  shots.push(row);
  return row;
}

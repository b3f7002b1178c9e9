// Places on tracks in words.

import type { Track } from '../wire';

/** A place on a track: `3`, or `2½` where it is counted in halves. */
export function spaceOf({ halves }: Pick<Track, 'halves'>, at: number): string {
  if (!halves) return String(at);
  const whole = Math.trunc(at / 2);
  if (at % 2 === 0) return String(whole);
  return `${whole === 0 ? (at < 0 ? '-' : '') : whole}½`;
}

// Places on tracks, in words and on the sheet of the map.

import type { Box } from '../board/camera';
import type { BoardTrack, Track, TrackMarker } from '../wire';

/** A place on a track: `3`, or `2½` where it is counted in halves. */
export function spaceOf({ halves }: Pick<Track, 'halves'>, at: number): string {
  if (!halves) return String(at);
  const whole = Math.trunc(at / 2);
  if (at % 2 === 0) return String(whole);
  return `${whole === 0 ? (at < 0 ? '-' : '') : whole}½`;
}

/** A marker that lies on a printed track: in which box, as which of how many. */
export interface Lying {
  marker: TrackMarker;
  box: Box;
  index: number;
  count: number;
  /** No other marker lies on this track. */
  alone: boolean;
}

/** The markers of the tracks that are printed on the sheet. One that is beyond the printed boxes lies nowhere. */
export function lyingOn(tracks: Track[], printed: BoardTrack[]): Lying[] {
  return tracks.flatMap((track) => {
    const sheet = printed.find(({ id }) => id === track.printed);
    if (!sheet) return [];
    const placed = track.markers.flatMap((marker) => {
      const at = sheet.boxes[(marker.space ?? marker.at) - sheet.from];
      return at ? [{ marker, at }] : [];
    });
    return placed.map(({ marker, at }, i) => {
      const [left, top, width, height] = at;
      const there = placed.filter((one) => one.at === at);
      const index = placed.slice(0, i).filter((one) => one.at === at).length;
      return { marker, box: { left, top, right: left + width, bottom: top + height }, index, count: there.length, alone: placed.length === 1 };
    });
  });
}

/** Markers lie in this part of a box: what is printed in it can still be read. */
const PART = 0.42;

/** Where a marker lies in its box: in rows from the lower edge up, as large as they fit. */
export function restsAt({ box, index, count }: Lying): { x: number; y: number; radius: number } {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  // As few columns as keep all of them within the lower part of the box.
  let columns = 1;
  while (Math.ceil(count / columns) * (width / columns) > PART * height && columns < count) columns++;
  const step = Math.min(width / columns, PART * height);
  const row = Math.floor(index / columns);
  const inRow = Math.min(columns, count - row * columns);
  const x = (box.left + box.right) / 2 + (index - row * columns - (inRow - 1) / 2) * step;
  return { x, y: box.bottom - step * (row + 0.5), radius: step * 0.44 };
}

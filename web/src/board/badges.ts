// How the marks on a counter look: as the game says. A word that it says nothing of shows its first letters.

import type { MarkInfo, Tone } from '../wire';

export type Marks = ReadonlyMap<string, MarkInfo>;

/** Tones of marks that lie on the counter; the others change its look, or are told in words only. */
export type Laid = Exclude<Tone, 'spent' | 'folded' | 'words'>;

export interface Sign {
  text: string;
  tone: Laid;
}

export function marksOf(list: MarkInfo[]): Marks {
  return new Map(list.map((mark) => [mark.word, mark]));
}

/** The sign of a mark that lies on the counter; null for one that does not. */
export function sign(marks: Marks, badge: string): Sign | null {
  const mark = marks.get(badge);
  if (!mark) return { text: badge.slice(0, 2), tone: 'calm' };
  const { tone } = mark;
  return tone === 'spent' || tone === 'folded' || tone === 'words' ? null : { text: mark.sign, tone };
}

/** The signs that lie on the counter. */
export function lying(marks: Marks, badges: string[]): Sign[] {
  return badges.flatMap((badge) => sign(marks, badge) ?? []);
}

/** Whether a mark changes the look of the whole counter so. */
export function toned(marks: Marks, badges: string[], tone: Tone): boolean {
  return badges.some((badge) => marks.get(badge)?.tone === tone);
}

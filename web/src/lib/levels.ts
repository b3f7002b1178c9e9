// How the levels of computer players are called.

import { type Key, t } from '../i18n';
import type { SeatInfo } from '../wire';

const NAMES: Record<string, Key> = { random: 'level.random', recruit: 'level.recruit', sergeant: 'level.sergeant', captain: 'level.captain' };
const NOTES: Record<string, Key> = { random: 'note.random', recruit: 'note.recruit', sergeant: 'note.sergeant', captain: 'note.captain' };

export const HUMAN = 'human';

/** A level that is not known here is called as the server calls it. */
export function levelName(level: string): string {
  return NAMES[level] ? t(NAMES[level]) : level;
}

export function levelNote(level: string): string {
  return NOTES[level] ? t(NOTES[level]) : '';
}

export function isComputer(seat: SeatInfo | undefined): boolean {
  return seat !== undefined && seat.player !== HUMAN;
}

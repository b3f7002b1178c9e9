// The signs for marks on a counter. A word that is not listed shows its first letters.

export type Tone = 'bad' | 'worse' | 'calm' | 'done';

export interface Sign {
  text: string;
  tone: Tone;
}

const SIGNS: Record<string, Sign> = {
  shaken: { text: '1', tone: 'bad' },
  disordered: { text: '2', tone: 'bad' },
  disorganized: { text: '3', tone: 'worse' },
  routed: { text: 'R', tone: 'worse' },
  square: { text: '■', tone: 'calm' },
  march: { text: '»', tone: 'calm' },
  limbered: { text: '»', tone: 'calm' },
  exhausted: { text: 'E', tone: 'bad' },
  'low ammo': { text: '•', tone: 'bad' },
  'out of ammo': { text: '∅', tone: 'worse' },
  'out of command': { text: '!', tone: 'worse' },
  overrun: { text: '✕', tone: 'worse' },
  'in disorder': { text: 'D', tone: 'bad' },
  reduced: { text: '½', tone: 'bad' },
  'feu de billebaude': { text: 'B', tone: 'bad' },
  'changed ranks': { text: '↕', tone: 'calm' },
  'guns failed': { text: '∅', tone: 'worse' },
  fired: { text: '✓', tone: 'done' },
  melee: { text: 'M', tone: 'worse' },
  charge: { text: 'C', tone: 'worse' },
  staff: { text: '½', tone: 'bad' },
  stays: { text: '‖', tone: 'done' },
  'light infantry': { text: 'L', tone: 'calm' },
  'horse artillery': { text: 'H', tone: 'calm' },
  grenadiers: { text: 'G', tone: 'calm' },
  'light cavalry': { text: 'L', tone: 'calm' },
  dragoons: { text: 'Dr', tone: 'calm' },
  'dragoons on foot': { text: 'Df', tone: 'calm' },
};

/** Marks that change the look of the whole counter instead of lying on it. */
export const SPENT = new Set(['acted', 'moved']);
export const FOLDED = 'face down';

/** Ranks change the symbol of a commander: so many stars stand on his counter. */
export const RANKS: Record<string, number> = {
  'commander in chief': 3,
  'wing commander': 2,
  'formation commander': 1,
  'standard bearer': 0,
};

export function sign(badge: string): Sign {
  return SIGNS[badge] ?? { text: badge.slice(0, 2), tone: 'calm' };
}

/** The marks that lie on the counter. */
export function lying(badges: string[]): string[] {
  return badges.filter((badge) => badge !== FOLDED && !SPENT.has(badge) && !(badge in RANKS));
}

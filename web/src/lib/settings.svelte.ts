// What a visitor has chosen for this browser.

import type { Palette } from '../board/colours';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'it';
/** Never; no more than needed, at the player's own zoom; straight there and near. */
export const FOLLOWING = ['off', 'gently', 'closely'] as const;
export type Following = (typeof FOLLOWING)[number];
/** Which fights are read on a card before one decides again. */
export type Results = 'all' | 'theirs' | 'none';

interface Chosen {
  theme: Theme;
  language: Language;
  palette: Palette;
  animate: boolean;
  /** Whether a computer's moves are shown one after the other. */
  follow: boolean;
  /** How the map moves by itself to where something is asked or happens. */
  camera: Following;
  /** The part of the window that the panel takes, beside the board and below it; none is the standard. */
  panelWidth: number;
  panelHeight: number;
  /** Whether the browser gives notice when it is one's move. */
  notify: boolean;
  results: Results;
}

const KEY = 'capitano.settings';

function load(): Chosen {
  const language: Language = navigator.language.toLowerCase().startsWith('it') ? 'it' : 'en';
  const standard: Chosen = { theme: 'system', language, palette: 'printed', animate: true, follow: true, camera: 'gently', results: 'all', notify: false, panelWidth: 0, panelHeight: 0 };
  return { ...standard, ...stored<Partial<Chosen>>(KEY, {}) };
}

export const settings = $state<Chosen>(load());

export function choose<K extends keyof Chosen>(key: K, value: Chosen[K]): void {
  settings[key] = value;
  store(KEY, settings);
}

/** Whether things may move on the screen. */
export function moving(): boolean {
  return settings.animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Something kept in this browser; a browser that keeps nothing gets the standard each time. */
export function stored<T>(key: string, standard: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? standard : (JSON.parse(text) as T);
  } catch {
    return standard;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse to keep anything; the page works without.
  }
}

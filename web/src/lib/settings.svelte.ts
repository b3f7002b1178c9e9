// What a visitor has chosen for this browser.

import type { Palette } from '../board/colours';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'it';

interface Chosen {
  theme: Theme;
  language: Language;
  palette: Palette;
  animate: boolean;
  /** Whether a computer's moves are shown one after the other. */
  follow: boolean;
}

const KEY = 'capitano.settings';

function load(): Chosen {
  const language: Language = navigator.language.toLowerCase().startsWith('it') ? 'it' : 'en';
  const standard: Chosen = { theme: 'system', language, palette: 'printed', animate: true, follow: true };
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

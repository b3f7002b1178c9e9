// What this browser keeps of the dice of its games until they are over.

import type { Kept } from './fair';
import { store, stored } from './settings.svelte';

const KEY = 'capitano.dice';
const MOST = 200;

export function keptDice(token: string): Kept | null {
  return stored<Record<string, Kept>>(KEY, {})[token] ?? null;
}

export function keepDice(token: string, kept: Kept): void {
  const others = Object.entries(stored<Record<string, Kept>>(KEY, {})).filter(([one]) => one !== token);
  store(KEY, Object.fromEntries([...others, [token, kept]].slice(-MOST)));
}

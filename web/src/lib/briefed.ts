// Who has been briefed in this browser: at which table, in which seat.

import type { Seat } from '../wire';
import { store, stored } from './settings.svelte';

const KEY = 'capitano.briefed';

/** Those who want no briefing unasked. */
const NEVER = '*';

const place = (token: string, seat: Seat) => `${token.slice(0, 12)}/${seat}`;

export function isBriefed(token: string, seat: Seat): boolean {
  const known = stored<string[]>(KEY, []);
  return known.includes(NEVER) || known.includes(place(token, seat));
}

export function briefed(token: string, seat: Seat): void {
  store(KEY, [...stored<string[]>(KEY, []), place(token, seat)].slice(-500));
}

// Addresses of tables. The secret stands behind the #: browsers never send that part to anybody.

import type { Created, Link } from '../wire';
import { store, stored } from './settings.svelte';

const KEY = 'capitano.links';
const OWN = 'capitano.own';

export interface Address {
  token: string;
  /** The position number of a moment of the replay. */
  moment: number | null;
}

export function tableAddress(token: string, moment: number | null = null): string {
  return `${location.origin}/table#${token}${moment === null ? '' : `@${moment}`}`;
}

export function readAddress(hash: string): Address | null {
  const match = /^#([\w-]+)(?:@(\d+))?$/.exec(hash);
  return match ? { token: match[1]!, moment: match[2] ? Number(match[2]) : null } : null;
}

/** The links of a game that was made in this browser, to show them again. */
export function keepLinks(created: Created): void {
  const all = stored<Record<string, Link[]>>(KEY, {});
  all[created.yours] = created.links;
  store(KEY, Object.fromEntries(Object.entries(all).slice(-50)));
}

export function keptLinks(token: string): Link[] {
  return stored<Record<string, Link[]>>(KEY, {})[token] ?? [];
}

/** Whether this browser has made the invitation. */
export function isOwnInvitation(token: string): boolean {
  return Object.values(stored<Record<string, Link[]>>(KEY, {})).some((links) => links.some((link) => link.role === 'invitation' && link.token === token));
}

/** Links that this browser got itself, by making a game or taking a seat. Any other was sent by somebody who has it too. */
export function keepOwn(token: string): void {
  const others = stored<string[]>(OWN, []).filter((one) => one !== token);
  store(OWN, [...others, token].slice(-500));
}

export function isOwn(token: string): boolean {
  return stored<string[]>(OWN, []).includes(token) || keptLinks(token).length > 0;
}

// Addresses of tables. The secret stands behind the #: browsers never send that part to anybody.

import type { Created, Link } from '../wire';
import type { Moment } from './moments';
import { store, stored } from './settings.svelte';

const KEY = 'capitano.links';
const OWN = 'capitano.own';

export interface Address {
  token: string;
  /** A moment of the replay. */
  moment: Moment | null;
}

export function tableAddress(token: string, moment: Moment | null = null): string {
  const at = moment === null ? '' : `@${moment.moment}${moment.after > 0 ? `.${moment.after}` : ''}`;
  return `${location.origin}/table#${token}${at}`;
}

export function readAddress(hash: string): Address | null {
  const match = /^#([\w-]+)(?:@(\d+)(?:\.(\d+))?)?$/.exec(hash);
  if (!match) return null;
  const [, token, moment, after] = match;
  return { token: token!, moment: moment ? { moment: Number(moment), after: Number(after ?? 0) } : null };
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

const GREET = 'capitano.greet';

/** Whoever has just taken a seat is greeted at the table. */
export function greetAt(token: string): void {
  store(GREET, [...stored<string[]>(GREET, []).filter((one) => one !== token), token].slice(-50));
}

export function isGreeted(token: string): boolean {
  return stored<string[]>(GREET, []).includes(token);
}

export function forgetGreeting(token: string): void {
  store(GREET, stored<string[]>(GREET, []).filter((one) => one !== token));
}

/** Whether an address leads to the visitor's own computer, whoever opens it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Links that this browser got itself, by making a game or taking a seat. Any other was sent by somebody who has it too. */
export function keepOwn(token: string): void {
  const others = stored<string[]>(OWN, []).filter((one) => one !== token);
  store(OWN, [...others, token].slice(-500));
}

export function isOwn(token: string): boolean {
  return stored<string[]>(OWN, []).includes(token) || keptLinks(token).length > 0;
}

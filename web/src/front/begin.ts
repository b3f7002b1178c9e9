// Making a game and going to it.

import { ask } from '../lib/api';
import { keepLinks, keepOwn, tableAddress } from '../lib/links';
import type { Create, Created, Terms } from '../wire';

export function standardTerms(): Terms {
  return { take_backs: true, forced: true, clock: null, spectators: 'nothing-hidden', hints: null };
}

type Wish = Omit<Create, 'part' | 'name'> & { name: string | null };

export async function begin({ name, ...wish }: Wish): Promise<void> {
  await make('/api/tables', { ...wish, ...(name ? { name } : {}) });
}

/** Asks for a table and goes to it. The page of the table adds its part to the dice, once it knows the server's seal. */
export async function make(path: string, body: object): Promise<void> {
  const created = await ask<Created>('POST', path, { body: { ...body, part: true } });
  keepLinks(created);
  keepOwn(created.yours);
  location.assign(tableAddress(created.yours));
}

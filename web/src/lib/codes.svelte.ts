// The codes of the game that is on the table, in the visitor's language.

import type { Term } from '../wire';
import { Glossary, type Meaning } from './glossary';
import { said } from './said.svelte';

let terms = $state.raw<readonly Term[]>([]);
const glossary = $derived(new Glossary(terms, said));

export function learnCodes(list: readonly Term[]): void {
  terms = list;
}

export const codes = (): Glossary => glossary;

/** What a mark of a code says to those who hear the page. */
export const spoken = ({ name, text }: Meaning): string => `${name}. ${text}`;

// The translator, on the cases that the one in Rust is held to as well (`crates/kernel/src/phrasebook.rs`).
import { expect, test } from '@playwright/test';
import { Phrasebook } from '../../src/lib/phrasebook';
import type { Span } from '../../src/wire';
import cases from './phrasebook.json' with { type: 'json' };

const book = new Phrasebook(cases.phrases as [string, string][]);

test('texts are translated as in Rust', () => {
  for (const [english, italian] of cases.texts as [string, string][]) expect(book.translate(english), english).toBe(italian);
});

test('told sentences keep what their parts name', () => {
  for (const [english, italian] of cases.told as [Span[], Span[]][]) expect(book.tell(english)).toEqual(italian);
});

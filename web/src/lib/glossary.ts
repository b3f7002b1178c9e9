// Abbreviations and result codes: where they stand in a text, and what they mean there.

import type { Term } from '../wire';

/** A piece of a text, with the code that it is, if it is one. */
export interface Coded {
  text: string;
  term?: Meaning;
}

/** A code as it stands in a text. */
export interface Meaning {
  code: string;
  name: string;
  text: string;
  rule: string;
}

interface Entry {
  term: Term;
  /** The code, `#` for a number, as a pattern. */
  pattern: string;
  numbers: number;
}

const LETTER = '[\\p{L}\\p{N}]';
/** No word goes on here; several FCs are still FC. */
const END = `(?!(?!s(?!${LETTER}))${LETTER})`;
/** Results stand in texts that have no words: `R 2S2 / -`, `1R`. */
const WORD = /\p{Ll}{3}/u;
/** In a sentence they come after a colon or a comma, alone or with their chance: `rolls 4: D1.`, `NE 50%, D 30%`. */
const RESULT = { before: '(?<=[:,] )', after: '(?=[.,;]|$| \\d+\\s?%)' };

export class Glossary {
  private entries: Entry[];

  /** `said` gives a text in the visitor's language: codes differ too. */
  constructor(
    terms: readonly Term[],
    private said: (text: string) => string,
  ) {
    const entry = (term: Term): Entry => {
      const code = said(term.code).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return { term, pattern: code.replaceAll('#', '(\\d+)'), numbers: term.code.split('#').length - 1 };
    };
    this.entries = terms.map(entry).sort((a, b) => b.term.code.length - a.term.code.length);
  }

  /** A text in pieces. What a result means depends on the chart that it stands in. */
  read(text: string, chart?: string): Coded[] {
    const plain = !WORD.test(text);
    const fits = ({ term }: Entry) => term.charts.length === 0 || (chart !== undefined && term.charts.includes(chart));
    const written = ({ term, pattern }: Entry) => (plain || term.charts.length === 0 ? `(${pattern})` : `${RESULT.before}(${pattern})${RESULT.after}`);
    // A chart's own meaning goes before a general one.
    const entries = this.entries.filter(fits).sort((a, b) => b.term.charts.length - a.term.charts.length || b.term.code.length - a.term.code.length);
    if (entries.length === 0 || text === '') return [{ text }];
    const pattern = new RegExp(`(?<!${LETTER})(?:${entries.map(written).join('|')})${END}`, 'gu');
    const parts: Coded[] = [];
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      if (match.index > at) parts.push({ text: text.slice(at, match.index) });
      parts.push({ text: match[0], term: this.meaning(entries, match) });
      at = match.index + match[0].length;
    }
    if (at < text.length) parts.push({ text: text.slice(at) });
    return parts;
  }

  /** The full name of a code that stands alone; the text itself if it is none. */
  spelled(text: string): string {
    const [only, ...others] = this.read(text);
    return only?.term && others.length === 0 ? only.term.name : text;
  }

  private meaning(entries: Entry[], match: RegExpMatchArray): Meaning {
    let group = 1;
    for (const { term, numbers } of entries) {
      if (match[group] !== undefined) {
        const values = match.slice(group + 1, group + 1 + numbers);
        const text = this.said(term.text).replace(/\{(\d)\}/g, (_, n: string) => values[Number(n) - 1] ?? '');
        return { code: match[0], name: this.said(term.name), text, rule: term.rule };
      }
      group += 1 + numbers;
    }
    return { code: match[0], name: '', text: '', rule: '' };
  }
}

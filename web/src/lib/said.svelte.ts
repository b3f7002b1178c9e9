// What games say, in the visitor's language. In English nothing is loaded and nothing is looked up.

import type { Phrases, RuleText, RuleWords, Span } from '../wire';
import { ask } from './api';
import { Phrasebook } from './phrasebook';
import { type Language, settings } from './settings.svelte';

interface Words {
  book: Phrasebook;
  rules: Map<string, RuleWords>;
}

/** By language, then by game. */
let known = $state.raw<Partial<Record<Language, Record<string, Words>>>>({});
const asked = new Map<string, Promise<void>>();
/** The game that was asked for last: its words go before those of the others. */
let present = $state('');

/** Loads what a game says in the visitor's language. Without it the game is shown in English. */
export function learn(game: string): Promise<void> {
  const { language } = settings;
  present = game;
  if (language === 'en') return Promise.resolve();
  const key = `${language}/${game}`;
  const loading = asked.get(key) ?? load(game, language).catch(() => void asked.delete(key));
  asked.set(key, loading);
  return loading;
}

async function load(game: string, language: Language): Promise<void> {
  const { phrases, rules } = await ask<Phrases>('GET', `/api/games/${game}/phrases/${language}`);
  const words = { book: new Phrasebook(phrases), rules: new Map(rules.map((rule) => [rule.id, rule])) };
  known = { ...known, [language]: { ...known[language], [game]: words } };
}

function books(): Words[] {
  if (settings.language === 'en') return [];
  const { [present]: first, ...others } = known[settings.language] ?? {};
  return first ? [first, ...Object.values(others)] : Object.values(others);
}

/** A text of a game. */
export function said(text: string): string {
  const all = books();
  // Patterns of one game may fit texts of another: who knows the whole text goes before them.
  for (const { book } of all) {
    const words = book.whole(text);
    if (words !== undefined) return words;
  }
  for (const { book } of all) {
    const words = book.translate(text);
    if (words !== text) return words;
  }
  return text;
}

/** A sentence of the log in its pieces. */
export function saidSpans(spans: Span[]): Span[] {
  for (const { book } of books()) {
    const words = book.tell(spans);
    if (textOf(words) !== textOf(spans)) return words;
  }
  return spans;
}

/** The same as one text. */
export function saidLine(spans: Span[]): string {
  return textOf(saidSpans(spans));
}

function textOf(spans: Span[]): string {
  return spans.map((span) => span.text).join('');
}

/** The rules of a game. */
export function saidRules(game: string, rules: RuleText[]): RuleText[] {
  const words = settings.language === 'en' ? undefined : known[settings.language]?.[game]?.rules;
  if (!words) return rules;
  return rules.map((rule) => ({ ...rule, ...words.get(rule.id) }));
}

// Finding rules, and what belongs together.

import type { RuleText } from '../wire';

/** The rules that contain every word, those whose number begins with it first. */
export function findRules(rules: RuleText[], search: string): RuleText[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rules;
  const hits = rules.filter((rule) => {
    const text = `${rule.id} ${rule.title} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = (rule: RuleText) => (rule.id.toLowerCase().startsWith(words[0]!) ? 0 : 1);
  return hits.sort((a, b) => first(a) - first(b));
}

/** Rules that the text of a rule names by their numbers. */
export function references(rule: RuleText, rules: RuleText[]): string[] {
  const ids = new Set(rules.map((one) => one.id));
  const named = rule.text.match(/[A-Z]?\d+(?:\.[\dA-Z]+)*[a-z]?/g) ?? [];
  return [...new Set(named)].filter((id) => id.includes('.') && id !== rule.id && ids.has(id));
}

/** The rules of the same paragraph: `8.7a` and `8.7b`, and those right under it. */
export function siblings(rule: RuleText, rules: RuleText[]): string[] {
  const stem = rule.id.replace(/[a-z]$/, '');
  return rules.map((one) => one.id).filter((id) => id !== rule.id && id.replace(/[a-z]$/, '') === stem);
}

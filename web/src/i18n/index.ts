// The page's texts in the visitor's language. What the game says (rules, prompts, log) comes from the server.

import { settings } from '../lib/settings.svelte';
import { en } from './en';
import { it } from './it';

export type Key = keyof typeof en;
export type Params = Record<string, string | number>;
/** Keys of texts that exist for one and for many. */
export type CountKey = { [K in Key]: K extends `${infer Stem}.one` ? Stem : never }[Key];

const catalogues: Record<string, Record<Key, string>> = { en, it };

function text(key: Key): string {
  return catalogues[settings.language]?.[key] ?? en[key];
}

export function t(key: Key, params: Params = {}): string {
  return text(key).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A text with a number in it, as `{n}`. */
export function tn(stem: CountKey, n: number, params: Params = {}): string {
  const form = new Intl.PluralRules(settings.language).select(n) === 'one' ? 'one' : 'other';
  return t(`${stem}.${form}` as Key, { n, ...params });
}

export function percent(part: number): string {
  // What is not quite nothing or not quite certain is not told as if it were.
  if (part > NOTHING && part < LEAST) return `<${percent(LEAST)}`;
  if (part > 1 - LEAST && part < 1 - NOTHING) return `>${percent(1 - LEAST)}`;
  const fine = part < 0.1 || part > 0.9;
  return new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: fine ? 1 : 0 }).format(part);
}

/** "the moon, mist, or an owl". */
export function oneOf(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'disjunction' }).format(names);
}

const LEAST = 0.001;
const NOTHING = 1e-9;

export function signed(value: number): string {
  return new Intl.NumberFormat(settings.language, { signDisplay: 'exceptZero' }).format(value);
}

export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(value);
}

export function when(moment: number): string {
  const date = new Date(moment);
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** A length of time in days and hours, or hours and minutes. */
export function span(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const unit = (n: number, name: string) => new Intl.NumberFormat(settings.language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(n);
  return days > 0 ? `${unit(days, 'day')} ${unit(hours, 'hour')}` : `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`;
}

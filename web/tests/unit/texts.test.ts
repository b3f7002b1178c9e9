// Every text of the page stands in both catalogues, is used, and no component has texts of its own.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'svelte/compiler';
import { en } from '../../src/i18n/en';
import { it } from '../../src/i18n/it';

const root = path.join(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|ts)$/.test(name) && !/^i18n.(en|it)/.test(name));
const source = new Map(files.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
const all = [...source.values()].join('\n');

test('both catalogues have the same keys, filled', () => {
  expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of [...Object.entries(en), ...Object.entries(it)]) expect(text.trim(), key).not.toBe('');
});

test('translations name the same parameters', () => {
  const params = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(params(it[key]), key).toEqual(params(en[key]));
});

test('every key is used somewhere', () => {
  const unused = Object.keys(en).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, '');
    if (all.includes(`'${key}'`) || all.includes(`'${stem}'`)) return false;
    // Keys that end in a value: t(`log.clock.${what}`).
    return !all.includes(`\`${key.split('.').slice(0, -1).join('.')}.\${`);
  });
  expect(unused).toEqual([]);
});

test('every key that is used exists', () => {
  const used = [...all.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1]!);
  const counted = [...all.matchAll(/\btn\('([^']+)'/g)].flatMap((match) => [`${match[1]}.one`, `${match[1]}.other`]);
  expect([...used, ...counted].filter((key) => !(key in en))).toEqual([]);
});

interface Node {
  type: string;
  name?: string;
  data?: string;
  value?: unknown;
  [key: string]: unknown;
}

/** Names that are the same in every language. */
const SAME = new Set(['capitano verify FILE', 'capitano serve --host 0.0.0.0']);

test('components have no texts of their own', () => {
  const found: string[] = [];
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) node.forEach((one) => walk(one, name));
    if (!node || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, data } = node as Node;
    if (type === 'Text' && data && /\p{L}{2}/u.test(data) && !SAME.has(data.trim())) found.push(`${name}: ${data.trim()}`);
    if (type === 'StyleDirective') return;
    if (type === 'Attribute') {
      const attribute = node as Node;
      if (/^(aria-label|title|placeholder|alt|label)$/.test(attribute.name ?? '')) walk(attribute.value, `${name} ${attribute.name}`);
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'expression' || type !== 'ExpressionTag') walk(value, name);
  };
  for (const [name, text] of source) {
    if (name.endsWith('.svelte')) walk(parse(text, { modern: true }).fragment, name);
  }
  expect(found).toEqual([]);
});

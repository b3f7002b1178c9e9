import { expect, test } from '@playwright/test';
import { Glossary } from '../../src/lib/glossary';
import type { Term } from '../../src/wire';

const term = (code: string, name: string, text: string, charts: string[] = []): Term => ({ code, name, text, charts, rule: '' });
const TERMS = [
  term('SP', 'strength points', 'How strong.'),
  term('cc#', 'cohesion check', 'With {1}.'),
  term('#S#', 'losses', '{1} and {2}.'),
  term('R', 'red', 'The defender wins.', ['assault_table']),
  term('D#', 'Disordered', 'Back {1}.', ['fire_table']),
  term('D1', 'a step', 'The defender loses a step.', ['melee_table']),
];
const read = (text: string, chart?: string, said = (words: string) => words) =>
  new Glossary(TERMS, said).read(text, chart).map(({ text, term }) => (term ? `${text}=${term.name}: ${term.text}` : text));

test('codes are found in sentences, and only whole ones', () => {
  expect(read('It has 5 SP left.')).toEqual(['It has 5 ', 'SP=strength points: How strong.', ' left.']);
  expect(read('SPQR, cc and xcc1')).toEqual(['SPQR, cc and xcc1']);
  expect(read('SPs')).toEqual(['SP=strength points: How strong.', 's']);
  expect(read('')).toEqual(['']);
});

test('numbers of a code stand in its meaning', () => {
  expect(read('cc2')).toEqual(['cc2=cohesion check: With 2.']);
  expect(read('R 2S1 / cc0', 'assault_table')).toEqual(['R=red: The defender wins.', ' ', '2S1=losses: 2 and 1.', ' / ', 'cc0=cohesion check: With 0.']);
});

test('a result means what its chart says', () => {
  expect(read('D1', 'fire_table')).toEqual(['D1=Disordered: Back 1.']);
  expect(read('D1', 'melee_table')).toEqual(['D1=a step: The defender loses a step.']);
  expect(read('D1')).toEqual(['D1']);
  // In a sentence it stands where results are told, and nowhere else.
  expect(read('Who rolls 4: D1.', 'fire_table')).toEqual(['Who rolls 4: ', 'D1=Disordered: Back 1.', '.']);
  expect(read('Column Extended: R 50%, D2 10%.', 'fire_table')).toEqual(['Column Extended: R 50%, ', 'D2=Disordered: Back 2.', ' 10%.']);
  expect(read('D1 stands before it', 'fire_table')).toEqual(['D1 stands before it']);
  expect(read('Row R of the table', 'assault_table')).toEqual(['Row R of the table']);
});

test('codes of another language are found there', () => {
  const said = (text: string) => (text === 'SP' ? 'PF' : text === 'strength points' ? 'punti forza' : text);
  expect(read('5 PF', undefined, said)).toEqual(['5 ', 'PF=punti forza: How strong.']);
});

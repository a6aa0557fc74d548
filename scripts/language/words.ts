import { readFileSync } from 'node:fs';
import { root } from '../lib/root.ts';

/** Where a word is rejected: in sentences, or in the words of identifiers and file names. */
export type Place = 'prose' | 'names';

/** A rejected word, and what the project says instead. */
export interface Rejected {
  replacement: string;
  in: readonly Place[];
}

const ROW = /^\| (?<words>[a-z, ]+?) +\| (?<replacement>.+?) +\| (?<where>prose|names|both) +\|$/gm;

/** Reads the rejected words from the last table of docs/glossary.md. */
export function readGlossary(): ReadonlyMap<string, Rejected> {
  const text = readFileSync(`${root}docs/glossary.md`, 'utf8');
  const table = text.slice(text.indexOf('## Rejected words'));
  const words = new Map<string, Rejected>();
  for (const { groups } of table.matchAll(ROW)) {
    const { words: list = '', replacement = '', where } = groups ?? {};
    const places: Place[] = where === 'both' ? ['prose', 'names'] : [where as Place];
    for (const word of list.split(', ')) words.set(word, { replacement, in: places });
  }
  return words;
}

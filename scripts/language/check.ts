import type { Kind, Text } from './texts.ts';
import type { Place, Rejected } from './words.ts';

/** A rejected word in a text. */
export interface Finding {
  kind: Kind;
  line: number;
  word: string;
  replacement: string;
}

/** Returns the rejected words of a text, each once. */
export function findingsIn({ kind, line, text }: Text, glossary: ReadonlyMap<string, Rejected>): Finding[] {
  const place: Place = kind === 'name' ? 'names' : 'prose';
  const words = new Set(place === 'names' ? wordsOfName(text) : wordsOfProse(text));
  return [...words].flatMap((word) => {
    const rejected = glossary.get(word);
    return rejected?.in.includes(place) ? [{ kind, line, word, replacement: rejected.replacement }] : [];
  });
}

const wordsOfProse = (text: string): string[] =>
  text
    .replaceAll(/`[^`]*`/g, ' ')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** Splits `askOnce`, `ask-once.ts` and `ASK_ONCE` into two words each. */
const wordsOfName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

import { expect, test } from 'vitest';
import { findingsIn } from '../scripts/language/check.ts';
import { textsOf } from '../scripts/language/texts.ts';
import { readGlossary } from '../scripts/language/words.ts';

const glossary = readGlossary();
const findings = (file: string, source: string): string[] =>
  textsOf(file, source).flatMap((text) =>
    findingsIn(text, glossary).map(({ kind, line, word }) => `${line} ${kind} ${word}`),
  );

test.each([
  ['a comment', 'a.ts', '/** Tells the others. */\nexport const a = 1;', ['1 comment tells']],
  ['a declared name', 'a.ts', 'export const tellOthers = 1;', ['1 name tell']],
  ['the title of a test', 'a.test.ts', "test('nobody waits', () => undefined);", ['1 title nobody']],
  ['a log message', 'a.ts', "log.warn({ id }, 'a fact was parked');", ['1 log fact', '1 log parked']],
  ['a heading', 'a.md', '# The fact\n', ['1 heading fact']],
  ['a paragraph', 'a.md', 'It is told.\n', ['1 document told']],
  ['a comment of SQL', 'a.sql', 'SELECT 1; -- whoever asks\n', ['1 comment whoever']],
  ['a comment of a proto', 'a.proto', '// The news.\nmessage A {}\n', ['1 comment news']],
  ['a field of a proto', 'a.proto', 'message A {\n  repeated string facts = 1;\n}\n', ['2 name facts']],
  ['a private name', 'a.ts', 'class A { #tell() {} }', ['1 name tell']],
  ['the message of an error', 'a.ts', "throw new Error('nobody is there');", ['1 log nobody']],
  ['a help text', 'a.ts', 'const HELP = `Opens the door.`;', ['1 document door']],
  ['a property', 'a.ts', 'export const a = { askAgain: 1 };', ['1 name again']],
  ['an enum member', 'a.ts', 'export enum A { Told }', ['1 name told']],
  ['a destructured name', 'a.ts', 'export const { game: told } = a;', ['1 name told']],
  ['the alias of an import', 'a.ts', "import { type Request as Asked } from 'a';", ['1 name asked']],
  [
    'a summary of a call',
    'a.ts',
    "call({ summary: 'Tell nobody' });",
    ['1 document tell', '1 document nobody'],
  ],
  ['a description of a schema', 'a.ts', "z.string().describe('The purse');", ['1 document purse']],
  [
    'a script without types',
    'a.mjs',
    '// Hears it.\nexport const told = 1;',
    ['1 comment hears', '2 name told'],
  ],
  ['a comment of CSS', 'a.css', '.a {}\n/* The door. */\n', ['2 comment door']],
  ['a comment of a template', 'a.tpl', '{{/* Whoever asks. */}}\n', ['1 comment whoever']],
  ['a comment of a configuration', 'a.conf', '# The news.\n', ['1 comment news']],
  [
    'a text of the documents of the API',
    'docs/api/a.json',
    '{\n  "summary": "Nobody"\n}',
    ['2 document nobody'],
  ],
])('finds rejected words in %s', (_, file, source, expected) => {
  expect(findings(file, source)).toEqual(expected);
});

test.each([
  ['a used name', 'a.ts', 'library.tell();'],
  ['an imported name', 'a.ts', "import { tell, told as sent } from 'a';"],
  ['code in a comment', 'a.ts', '/** Calls `tell`. */\nexport const a = 1;'],
  ['code in a document', 'a.md', '```ts\ntell();\n```\n'],
  ['a part of a word', 'a.md', 'An intelligent manufacturer.\n'],
])('ignores %s', (_, file, source) => {
  expect(findings(file, source)).toEqual([]);
});

test('names what to say instead', () => {
  expect(glossary.get('facts')).toEqual({ replacement: 'event; field', in: ['prose', 'names'] });
});

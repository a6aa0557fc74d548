import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunks, cosmetics } from '../../scripts/chunks.ts';

const ROOT = join(import.meta.dirname, '../../..');
const files = globSync(
  [
    'web/src/**/*.*',
    'packages/*/src/**/*.ts',
    'node_modules/{*,@tanstack/*}/package.json',
    'node_modules/@tanstack/*/build/**/*.js',
    'node_modules/lucide-react/dist/esm/icons/*.mjs',
  ],
  { cwd: ROOT },
);

/** Returns the index after the group that begins at `start`. */
function endOfGroup(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === '(') depth += 1;
    else if (pattern[at] === ')' && --depth === 0) return at + 1;
  }
  throw new Error(`a group is not closed: ${pattern}`);
}

/** Splits a pattern at the bars outside of its groups. */
function splitAlternatives(pattern: string): string[] {
  const alternatives = [''];
  for (let at = 0; at < pattern.length; at += 1) {
    const end = pattern[at] === '\\' ? at + 2 : pattern[at] === '(' ? endOfGroup(pattern, at) : at + 1;
    if (pattern[at] === '|') alternatives.push('');
    else alternatives.push(`${alternatives.pop()}${pattern.slice(at, end)}`);
    at = end - 1;
  }
  return alternatives;
}

/** Returns the patterns of all that a pattern names, one for each alternative, also of what its lookaheads exclude. */
function expand(pattern: string): string[] {
  const alternatives = splitAlternatives(pattern);
  if (alternatives.length > 1) return alternatives.flatMap(expand);
  const start = /(?<!\\)\((?!\?:)/.exec(pattern)?.index;
  if (start === undefined) return [pattern];
  const end = endOfGroup(pattern, start);
  const [before, group, after] = [pattern.slice(0, start), pattern.slice(start, end), pattern.slice(end)];
  const isExclusion = group.startsWith('(?!');
  const inner = splitAlternatives(group.slice(isExclusion ? 3 : 1, -1)).map((each) => before + each);
  if (isExclusion) return [...inner, before + after].flatMap(expand);
  return inner.flatMap((each) => expand(each + after));
}

it('expands a pattern to all files that it names', () => {
  const named = [
    String.raw`a\/b`,
    String.raw`a\/cd`,
    String.raw`a\/ce`,
    String.raw`f\/g`,
    String.raw`f\/\w+`,
  ];
  expect(expand(String.raw`a\/(b|c(d|e))|f\/(?!g)\w+`)).toEqual(named);
});

it.each([...chunks, { name: 'cosmetics', test: cosmetics }])(
  'the chunk $name names only files that exist: those of a renamed one would load apart',
  ({ test }) => {
    const isFound = (pattern: string) => files.some((file) => new RegExp(pattern).test(file));
    expect(expand(test.source).filter((pattern) => !isFound(pattern))).toEqual([]);
  },
);

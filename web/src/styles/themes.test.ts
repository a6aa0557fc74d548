import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '@/test/contrast.ts';
import { themes } from '@/lib/state/themes.ts';

const css = readFileSync(join(import.meta.dirname, 'themes.css'), 'utf8');

/** The colour tokens of a theme, by their names. */
function tokensOf(theme: string): Readonly<Record<string, string>> {
  const [, body = ''] = css.split(`[data-theme='${theme}'] {`);
  const rules = body.slice(0, body.indexOf('}')).matchAll(/--([\w-]+): (#\w{6});/g);
  return Object.fromEntries([...rules].map(([, name, colour]) => [name, colour]));
}

const grounds = ['bg', 'surface', 'raised'];

/** Colour tokens, their backgrounds, and the minimum contrast. */
const pairs: readonly [tokens: string[], grounds: string[], least: number][] = [
  [['text'], [...grounds, 'board', 'cell'], 7],
  [['muted'], [...grounds, 'board', 'cell'], 4.5],
  [['accent', 'danger', 'ok', 'warn'], grounds, 4.5],
  [['on-accent'], ['accent'], 4.5],
  [['x', 'o', 'win'], ['cell'], 4.5],
  [['line'], ['bg', 'surface', 'cell'], 3],
  [['accent'], ['board', 'cell'], 3],
];

describe.each(themes)('the colours of %s', (theme) => {
  const colours = tokensOf(theme);
  const at = (token: string): string => colours[token] ?? '';

  it.each(pairs)('%j stand out from %j by %d:1', (tokens, from, least) => {
    for (const token of tokens)
      for (const ground of from)
        expect(contrast(at(token), at(ground)), `${token} on ${ground}`).toBeGreaterThanOrEqual(least);
  });
});

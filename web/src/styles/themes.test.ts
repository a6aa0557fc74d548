import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, mix } from '@/test/contrast.ts';
import { themes } from '@/lib/state/themes.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const css = read('themes.css');

/** The colour tokens of a theme, by their names. */
function tokensOf(theme: string): Readonly<Record<string, string>> {
  const [, body = ''] = css.split(`[data-theme='${theme}'] {`);
  const rules = body.slice(0, body.indexOf('}')).matchAll(/--([\w-]+): (#\w{6});/g);
  return Object.fromEntries([...rules].map(([, name, colour]) => [name, colour]));
}

/** Returns `raised` with the tint that the styles of a component mix over it. */
function tintOf(component: string, colours: Readonly<Record<string, string>>): string {
  const styles = read(`../components/ui/${component}.module.css`);
  const [, token = '', percent] = /color-mix\(in \w+, var\(--(\w+)\) (\d+)%/.exec(styles) ?? [];
  return mix(colours[token] ?? '', colours['raised'] ?? '', Number(percent) / 100);
}

const grounds = ['bg', 'surface', 'raised'];
/** An error toast, and the highlighted item of a menu. */
const tints = ['Toaster', 'Menu'];

/** Colour tokens, their backgrounds, and the minimum contrast. */
const pairs: readonly [tokens: string[], grounds: string[], least: number][] = [
  [['text'], [...grounds, ...tints, 'board', 'cell'], 7],
  [['muted'], [...grounds, ...tints, 'board', 'cell'], 4.5],
  [['accent', 'danger', 'ok', 'warn'], grounds, 4.5],
  [['on-accent'], ['accent'], 4.5],
  [['x', 'o', 'win'], ['cell'], 4.5],
  [['line'], ['bg', 'surface', 'cell'], 3],
  [['accent'], ['board', 'cell'], 3],
];

it('gives the icon of the app the board and the signs of the classic theme, with its badge and without', () => {
  const { board, x, o } = tokensOf('default');
  for (const path of ['../../public/icon.svg', '../app/shell/useTurnBadge.ts']) {
    const [ground, ...signs] = read(path).match(/#\w{6}/g) ?? [];
    expect(ground, path).toBe(board);
    expect(signs, path).toEqual(expect.arrayContaining([x, o]));
  }
});

describe.each(themes)('the colours of %s', (theme) => {
  const plain = tokensOf(theme);
  const colours = { ...plain, ...Object.fromEntries(tints.map((name) => [name, tintOf(name, plain)])) };
  const at = (token: string): string => colours[token] ?? '';

  it.each(pairs)('%j stand out from %j by %d:1', (tokens, from, least) => {
    for (const token of tokens)
      for (const ground of from)
        expect(contrast(at(token), at(ground)), `${token} on ${ground}`).toBeGreaterThanOrEqual(least);
  });
});

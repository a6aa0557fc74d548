import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The page reaches below the notch and the rounded corners of a phone in landscape (`viewport-fit=cover`), so the styles
 * keep all content out of them. jsdom has no layout, so that the tests read the style sheets.
 */

const SRC = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(SRC, path), 'utf8');
const sheets = globSync('**/*.module.css', { cwd: SRC }).filter((path) => !path.startsWith('gallery'));
const components = globSync('**/*.tsx', { cwd: SRC, exclude: ['**/*.test.tsx'] });

/** Covers the whole window, with its content in the middle. */
const BACKDROP = '.overlay';

/** Returns the innermost rules of a style sheet in their order, by the class that they are for. */
function rulesOf(css: string): { name: string; body: string }[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].map(([, selector = '', body = '']) => ({
    name: /\.[\w-]+(?=\S*$)/.exec(selector.trim())?.[0] ?? '',
    body,
  }));
}

/** Returns the inline insets of the fixed boxes of a style sheet, those of later rules for the same box included. */
function fixedInsets(css: string): string[] {
  const rules = rulesOf(css);
  return rules.flatMap(({ name, body }, index) => {
    const isFixed = rules
      .slice(0, index + 1)
      .some((rule) => rule.name === name && rule.body.includes('position: fixed'));
    if (!isFixed || name === BACKDROP) return [];
    return [...body.matchAll(/(?<![\w-])inset(?:-inline[\w-]*)?:[^;]+/g)].map(
      ([inset]) => `${name} ${inset}`,
    );
  });
}

it('keeps every fixed bar, popup, banner and dialog in the safe area', () => {
  const insets = sheets.flatMap((path) => fixedInsets(read(path)).map((inset) => `${path} ${inset}`));
  expect(insets.length).toBeGreaterThan(10);
  // `auto` leaves the other side to decide; `inset` has no sides that follow the direction of the text.
  const isSafe = (inset: string) => inset.includes('inset-inline') && inset.includes('var(--safe-');
  expect(insets.filter((inset) => !isSafe(inset))).toEqual([]);
  const links = components.filter((path) => /[ ':]fixed[ ']/.test(read(path)));
  expect(links).not.toEqual([]);
  expect(links.filter((path) => !read(path).includes('var(--safe-'))).toEqual([]);
});

it('keeps the flow of every page in the safe area, while the bars above it reach the edges', () => {
  const rule = /#root \{\s+padding-inline: var\(--safe-start\) var\(--safe-end\);/;
  expect(read('styles/base.css')).toMatch(rule);
  const bars = components.filter((path) => read(path).includes('sticky inset-bs-0'));
  expect(bars).toHaveLength(2);
  for (const path of bars) expect(read(path), path).toMatch(/full-bleed sticky inset-bs-0/);
});

it('sizes nothing by the window as if it had no unsafe sides', () => {
  // The widths of the safe area are those of --safe-width.
  const widths = sheets.flatMap((path) => read(path).match(/[^;{}\n]*100vw[^;{}]*/g) ?? []);
  expect(widths).toEqual([]);
});

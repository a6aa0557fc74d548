import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const sheets = readdirSync(join(import.meta.dirname, 'styles')).filter((file) => file.endsWith('.css'));

/** Relative luminance of #rrggbb (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const cells = [...read('../../styles/themes.css').matchAll(/color-scheme: (\w+);[^}]*--cell: (#\w{6})/g)];

describe.each(sheets)('the tones of %s', (file) => {
  // X first, then O where it has one of its own.
  const tones = [...read(`styles/${file}`).matchAll(/--tint: light-dark\((#\w{6}), (#\w{6})\)/g)];

  it('stand out by 3:1 on the cells of all ten themes', () => {
    expect(cells).toHaveLength(10);
    expect(tones.length).toBeGreaterThan(0);
    for (const [, scheme, cell = ''] of cells)
      for (const [, light = '', dark = ''] of tones)
        expect(contrast(scheme === 'light' ? light : dark, cell)).toBeGreaterThanOrEqual(3);
  });
});

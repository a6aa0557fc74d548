import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '@/test/contrast.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const sheets = readdirSync(join(import.meta.dirname, 'styles')).filter((file) => file.endsWith('.css'));

const cells = [...read('../../styles/themes.css').matchAll(/color-scheme: (\w+);[^}]*--cell: (#\w{6})/g)];

describe.each(sheets)('the tones of %s', (file) => {
  // X first, then O if it has a tone of its own.
  const tones = [...read(`styles/${file}`).matchAll(/--tint: light-dark\((#\w{6}), (#\w{6})\)/g)];

  it('stand out by 3:1 on the cells of all ten themes', () => {
    expect(cells).toHaveLength(10);
    expect(tones.length).toBeGreaterThan(0);
    for (const [, scheme, cell = ''] of cells)
      for (const [, light = '', dark = ''] of tones)
        expect(contrast(scheme === 'light' ? light : dark, cell)).toBeGreaterThanOrEqual(3);
  });
});

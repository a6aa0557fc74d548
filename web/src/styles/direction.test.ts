import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Arabic pages run from right to left: what differs between the sides has to follow the direction of the text. */

const SRC = join(import.meta.dirname, '..');
const SIDES =
  /(?<![\w-])(?:padding|margin|inset|border-(?:width|style|color)|scroll-(?:margin|padding)): ([^;]+);/g;

/** Returns the values of a shorthand. */
const valuesOf = (value: string): string[] => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

it('sets sides that differ by padding-inline and the like, never by a shorthand of four values', () => {
  const found = globSync('**/*.css', { cwd: SRC }).flatMap((path) =>
    [...readFileSync(join(SRC, path), 'utf8').matchAll(SIDES)]
      .filter(([, value = '']) => {
        const [, right, , left] = valuesOf(value);
        return left !== undefined && left !== right;
      })
      .map(([declaration]) => `${path} ${declaration}`),
  );
  expect(found).toEqual([]);
});

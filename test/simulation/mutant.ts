import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/root.ts';
import { mutate, type Seed } from '../../scripts/mutants/seed.ts';
import type { SimulatedSeed } from '../../scripts/mutants/simulation.ts';

/** The changes of the active mutant, by file. */
const active = new Map<string, Seed>();

/** Breaks a rule of the product in this process. Call it before the product is imported. */
export function activate(mutant: SimulatedSeed): void {
  for (const change of [mutant, { ...mutant, ...mutant.also }]) active.set(join(root, change.file), change);
  const broken = new Map([...active.keys()].map((file) => [pathToFileURL(file).href, file]));
  registerHooks({
    load: (url, context, next) => {
      const file = broken.get(url);
      return file
        ? { format: 'module-typescript', source: sourceOf(file), shortCircuit: true }
        : next(url, context);
    },
  });
}

/** Returns the text of a file of the product, with the active mutant in it. */
export function sourceOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  const change = active.get(file);
  return change ? mutate(text, change) : text;
}

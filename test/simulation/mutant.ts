import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/root.ts';
import { mutate, type Seed } from '../../scripts/mutants/seed.ts';

let active: Seed | undefined;

/** Breaks a rule of the product in this process. Call it before the product is imported. */
export function activate(mutant: Seed): void {
  active = mutant;
  const broken = pathToFileURL(join(root, mutant.file)).href;
  registerHooks({
    load: (url, context, next) =>
      url === broken
        ? { format: 'module-typescript', source: sourceOf(join(root, mutant.file)), shortCircuit: true }
        : next(url, context),
  });
}

/** Returns the text of a file of the product, with the active mutant in it. */
export function sourceOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return active && file === join(root, active.file) ? mutate(text, active) : text;
}

import { parseArgs } from 'node:util';

/** The command line was not understood: the answer is how to use it. */
export class Misuse extends Error {}

/** Reads `--name value` for these names, all of which must be there, and as many words beside them. */
export function read<N extends string>(
  args: readonly string[],
  names: readonly N[],
  words = 0,
): { values: Record<N, string>; words: string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const parsed = understand(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  const missing = names.find((name) => !parsed.values[name]);
  if (missing) throw new Misuse(`--${missing} is missing.`);
  if (parsed.positionals.length !== words)
    throw new Misuse(words ? 'A name is missing.' : `What is "${parsed.positionals[0]}"?`);
  return { values: parsed.values as Record<N, string>, words: parsed.positionals };
}

function understand<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

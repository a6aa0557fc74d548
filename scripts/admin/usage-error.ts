import { parseArgs } from 'node:util';

/** An invalid command line; the usage is printed. */
export class UsageError extends Error {}

/** Parses arguments: `--name value` for each of these names, all required, and a number of positional arguments. */
export function parseArguments<N extends string>(
  args: readonly string[],
  names: readonly N[],
  count = 0,
): { values: Record<N, string>; positionals: string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const parsed = orUsageError(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  const missing = names.find((name) => !parsed.values[name]);
  if (missing) throw new UsageError(`--${missing} is missing.`);
  if (parsed.positionals.length !== count)
    throw new UsageError(count ? 'A name is missing.' : `What is "${parsed.positionals[0]}"?`);
  return { values: parsed.values as Record<N, string>, positionals: parsed.positionals };
}

function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

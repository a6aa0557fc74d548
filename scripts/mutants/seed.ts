/** A wrong change of the product. */
export interface Change {
  /** From the root of the repository. */
  readonly file: string;
  /** The right text; the file contains it exactly once. */
  readonly text: string;
  /** What the mutant contains instead. */
  readonly mutant: string;
}

/** One wrong change that a test file of its project must notice. */
export interface Seed extends Change {
  /** The rule that the mutant breaks. */
  readonly breaks: string;
  /** The test file of the project that has to notice it, `<name>.test.ts`. */
  readonly test: string;
}

/**
 * Returns the source with the seed's mutant in it.
 * @throws Error when the source does not contain the seed's text exactly once: then the seed needs an update.
 */
export function mutate(
  source: string,
  { file, text, mutant, breaks }: Change & Pick<Seed, 'breaks'>,
): string {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `${file} does not contain the text of the seed "${breaks}" exactly once: update the seed`,
    );
  return before + mutant + after;
}

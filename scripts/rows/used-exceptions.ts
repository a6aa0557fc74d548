import type { Exceptions } from './exceptions.ts';
import type { Query } from './queries.ts';

/** The exceptions, and which of them were needed. */
export class UsedExceptions {
  readonly #exceptions: Exceptions;
  readonly #used = new Set<unknown>();

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  /** Returns whether a statement is known only at run time. */
  isUnchecked({ file, source }: Query): boolean {
    return this.#use(this.#exceptions.unchecked.find((one) => one.file === file && one.statement === source));
  }

  /** Returns whether a column is never null in the rows that a file reads. */
  isNeverNull({ file }: Query, column: string): boolean {
    return this.#use(
      this.#exceptions.neverNull.find((one) => one.file === file && one.columns.includes(column)),
    );
  }

  /** Returns the mistake of each exception that was not needed. */
  unused(): string[] {
    const { unchecked, neverNull } = this.#exceptions;
    return [...unchecked, ...neverNull]
      .filter((one) => !this.#used.has(one))
      .map(({ file, reason }) => `${file}: the exception is no longer needed (${reason})`);
  }

  #use(exception: unknown): boolean {
    if (exception) this.#used.add(exception);
    return exception !== undefined;
  }
}

import { randomBytes } from 'node:crypto';

/** What the global set-up and all processes of a test run share. */
export interface TestRun {
  /** Prefix of the run's databases, so that several runs can share a server. */
  readonly id: string;
  /** Directory for all files of the tests; deleted at the end. */
  readonly dir: string;
  /** Superuser's address of the run's Postgres. */
  readonly postgres: string;
}

/** Role instead of a service's in tests of code that all services share. */
export const scratchRole = 'scratch';

const variable = 'FIFTEEN_TEST_RUN';

/** Passes the run on to the child processes of this one. */
export function shareTestRun(run: TestRun): void {
  process.env[variable] = JSON.stringify(run);
}

/** Returns whether this process belongs to a test run. The product of browser tests does not. */
export const isInTestRun = (): boolean => process.env[variable] !== undefined;

/** Returns the test run that the global set-up created. */
export function testRun(): TestRun {
  const run = process.env[variable];
  if (!run) throw new Error('The tests share servers: run them from the root with `npx vitest run`');
  return JSON.parse(run) as TestRun;
}

/** Returns a unique short name that is valid in databases, keys and subjects. */
export const uniqueName = (): string => `t${randomBytes(6).toString('hex')}`;

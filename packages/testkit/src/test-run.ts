import { randomBytes } from 'node:crypto';

/** What the whole test run shares, from the global set-up to the processes the tests run in. */
export interface TestRun {
  /** Prefix of the run's databases, so that several runs can share a server. */
  readonly id: string;
  /** Everything that tests write; removed at the end. */
  readonly dir: string;
  /** The superuser's url of the run's Postgres. */
  readonly postgres: string;
}

/** The role that stands in for a service's in tests of what all services share. */
export const scratchRole = 'scratch';

const variable = 'FIFTEEN_TEST_RUN';

/** Hands it on to the processes that this one starts. */
export function shareTestRun(run: TestRun): void {
  process.env[variable] = JSON.stringify(run);
}

/** Whether this process belongs to a test run: the product of browser tests, for example, does not. */
export const isInTestRun = (): boolean => process.env[variable] !== undefined;

/** This test run, as the global set-up made it. */
export function testRun(): TestRun {
  const run = process.env[variable];
  if (!run) throw new Error('The tests share servers: run them from the root with `npx vitest run`');
  return JSON.parse(run) as TestRun;
}

/** A short name nobody else has, fit for databases, keys and subjects. */
export const uniqueName = (): string => `t${randomBytes(6).toString('hex')}`;

import { Operator } from '@fifteen/testkit/operator';
import { withClient, type Stack } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { differencesBetween } from '../restore/reconcile.ts';

/** Milliseconds within which everything converges: after the last fault, and after the last failover (P7). */
const CONVERGENCE_MS = 30_000;
const FAILOVER_MS = 60_000;
/** Limit for the agreement of all services after the players have ended: a run that takes longer is not waited for. */
const WAIT_MS = 120_000;
const POLL_MS = 500;

/** When all services agreed for the first time after the last fault, in milliseconds from it; the games may go on. */
export interface Convergence {
  readonly ms: number;
  readonly limitMs: number;
}

/**
 * Returns the limit of the convergence in milliseconds from the last fault.
 * @param failedOverMs milliseconds between the last failover of the database and the last fault
 */
export const limitAfter = (failedOverMs: number): number =>
  Math.max(CONVERGENCE_MS, FAILOVER_MS - failedOverMs);

/** Returns the defect of a product that converged too late. */
export const lateConvergence = ({ ms, limitMs }: Convergence): string[] =>
  ms <= limitMs
    ? []
    : [`the services agreed ${ms / 1_000} s after the last fault, later than ${limitMs / 1_000} s`];

/**
 * Waits until the ledger's audit is 0 and all services agree, while games run or not.
 * @param endedAt end of the last fault, by `performance.now()`
 * @returns the milliseconds since then
 */
export async function measureConvergence(stack: Stack, endedAt: number, over: AbortSignal): Promise<number> {
  const operator = new Operator(stack);
  try {
    while (!over.aborted && (await differences(stack, operator)).length > 0) await sleep(POLL_MS);
  } finally {
    await operator.stop();
  }
  return Math.round(performance.now() - endedAt);
}

/** Waits until also no game runs. Returns what differs then. */
export async function awaitEnd(stack: Stack): Promise<string[]> {
  const operator = new Operator(stack);
  let left: string[] = [];
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(POLL_MS)) {
    left = [...(await differences(stack, operator)), ...(await openGames(stack))];
    if (left.length === 0) break;
  }
  await operator.stop();
  return left;
}

/** Returns what differs, or why that is not known: a service is not back yet. */
async function differences(stack: Stack, operator: Operator): Promise<string[]> {
  try {
    const audit = Object.entries(await operator.violations());
    return [
      ...audit.map(([name, count]) => `ledger: ${count} ${name}`),
      ...(await differencesBetween(stack.databases)),
      ...(await openWeeks(stack)),
    ];
  } catch (error) {
    return [String(error)];
  }
}

/** Returns the weeks that are over and not paid. */
const openWeeks = async ({ databases: { leaderboard } }: Stack): Promise<string[]> =>
  withClient(leaderboard?.ownerUrl ?? '', async (client) => {
    const { rows } = await client.query<{ week: number; state: string }>(
      `SELECT number AS week, state FROM week WHERE state <> 'paid'
          AND to_date(format('%s-%s', year, number), 'IYYY-IW') + 7 <= now() AT TIME ZONE 'UTC'`,
    );
    return rows.map(({ week, state }) => `week ${week} is ${state}`);
  });

/**
 * Returns the games that run. One that began after its players had left the run, such as a rematch that a fault delayed,
 * ends by auto-play.
 */
const openGames = async ({ databases: { game } }: Stack): Promise<string[]> =>
  withClient(game?.ownerUrl ?? '', async (client) => {
    const { rows } = await client.query<{ id: string; status: string }>(
      `SELECT id, status FROM game WHERE status IN ('funding', 'active')`,
    );
    return rows.map(({ id, status }) => `game ${id} is ${status}`);
  });

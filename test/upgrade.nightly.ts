import { testSeed } from '@fifteen/testkit';
import { runMigrations, startStack, withClient, type Stack } from '@fifteen/testkit/stack';
import { serviceNames } from '@fifteen/topology';
import { cpSync, existsSync, globSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { dataDir } from '../scripts/lib/data.ts';
import { findEarlierVersion } from '../scripts/lib/git.ts';
import { root } from '../scripts/lib/root.ts';
import { createWorktree, removeWorktree } from '../scripts/lib/worktree.ts';
import type { Bot } from '../scripts/nemesis/bot.ts';
import { findViolations } from '../scripts/nemesis/checker.ts';
import { awaitEnd } from '../scripts/nemesis/convergence.ts';
import { History } from '../scripts/nemesis/history.ts';
import { loggedErrors } from '../scripts/nemesis/logged-errors.ts';
import { enroll } from '../scripts/nemesis/players.ts';
import { readSnapshot } from '../scripts/nemesis/snapshot.ts';

/** Two friends and a spectator each; as many pairs search for quick matches, and newcomers arrive. */
const TABLES = 2;
/** What players do with every combination of versions, by the names under which they count it. */
const ACTIVITIES = [
  ...['spectated rooms', 'friendly games', 'games for coins', 'rematches', 'gifts ok', 'purchases ok'],
  ...['seats in quick matches', 'pairs of newcomers'],
];
/** In which all of this happens by chance, on a slow machine too. */
const ACTIVITIES_MS = 180_000;
/** Limit for the end of the last games. */
const END_MS = 120_000;
/** Keeps the history and the logs of the last run that failed. */
const EVIDENCE = join(dataDir, 'upgrade');

/** The version before: `UPGRADE_FROM`, or the latest release, or the commit of a day ago. */
const earlier = process.env.UPGRADE_FROM ?? findEarlierVersion();

let checkout: string;
let stack: Stack;
/** Replicas that run the earlier version at their next start. */
const old = new Set([0, 1]);
const counts = new Map<string, number>();
beforeAll(async () => {
  checkout = createWorktree('upgrade', earlier);
  // A player does in seconds what people do in minutes.
  const scale = { PLAYER_LIMIT_SCALE: '1000' };
  stack = await startStack({
    replicas: 2,
    checkoutOf: (replica) => (old.has(replica) ? checkout : undefined),
    env: { gateway: scale, social: scale },
  });
}, 600_000);
afterAll(async () => {
  await stack.stop();
  removeWorktree(checkout);
});

test('two versions serve players together, over the migrations, an upgrade and a rollback, and lose nothing', async () => {
  const historyFile = join(checkout, 'history.jsonl');
  const history = new History(historyFile);
  onTestFailed(() => keepEvidence(historyFile));
  const seed = testSeed();
  const players = await enroll(stack, { tables: TABLES, seed, history });
  const over = new AbortController();
  const playing = players.play(over.signal, (what) => counts.set(what, countOf(what) + 1));
  try {
    expect(countOld()).toBe(2 * serviceNames.length);
    await everythingIsPlayed();
    await migrateDuringPlay();
    await everythingIsPlayed();
    await replace([0], [1]);
    expect(countOld()).toBe(serviceNames.length);
    await everythingIsPlayed();
    // The job of the older version may run at a rollback. It leaves newer migrations alone.
    await runMigrations(stack.databases, checkout);
    // The first replica goes back while the second one is upgraded.
    await replace([0, 1], [0]);
    expect(countOld()).toBe(serviceNames.length);
    await everythingIsPlayed();
    await runMigrations(stack.databases, root);
    await replace([0], []);
    expect(countOld()).toBe(0);
    await everythingIsPlayed();
  } finally {
    over.abort();
    const hasEnded = await Promise.race([playing.then(() => true), sleep(END_MS, false, { ref: false })]);
    const differences = await awaitEnd(stack);
    const snapshot = await readSnapshot(stack.databases);
    const givenUp = [...counts].filter(([what]) => what.includes('given up'));
    // At once, and soft: no failure hides another one.
    expect
      .soft(
        {
          hasEnded,
          // The ledger's audit is 0, the services agree, and no game runs.
          differences,
          violations: findViolations(history.entries, snapshot),
          // Gifts, purchases, awards and messages have keys, so that a repeat is accepted too.
          rejected: [...counts.keys()].filter((what) => /^\w+ (rejected|unknown)|up: unknown/.test(what)),
          moveErrors: players.bots.flatMap(moveErrors),
          loggedErrors: loggedErrors(stack),
        },
        `seed ${seed}; ${JSON.stringify(Object.fromEntries(givenUp))}`,
      )
      .toEqual({
        ...{ hasEnded: true, differences: [], violations: [] },
        ...{ rejected: [], moveErrors: [], loggedErrors: [] },
      });
  }
}, 1_200_000);

/** Copies what the players did and all logs to where they outlive the product. */
function keepEvidence(historyFile: string): void {
  rmSync(EVIDENCE, { recursive: true, force: true });
  cpSync(historyFile, join(EVIDENCE, 'history.jsonl'));
  const [gateway] = stack.service('gateway');
  if (gateway) cpSync(dirname(gateway.spec.log), join(EVIDENCE, 'log'), { recursive: true });
}

/** Waits until players have done everything with this combination of versions. */
async function everythingIsPlayed(): Promise<void> {
  const before = new Map(counts);
  const missing = () => ACTIVITIES.filter((what) => countOf(what) === (before.get(what) ?? 0));
  await expect.poll(missing, { timeout: ACTIVITIES_MS }).toEqual([]);
}

const countOf = (what: string): number => counts.get(what) ?? 0;

/** Runs this version's migrations under replicas of the earlier one; in their place a made-up one when there are none. */
async function migrateDuringPlay(): Promise<void> {
  const before = await countApplied();
  await runMigrations(stack.databases, root);
  const isApplied = (await countApplied()) > before;
  expect(isApplied, addedSql().join()).toBe(addedSql().length > 0);
  if (!isApplied) await expandSchemas();
}

/** Returns the migrations of this version that the earlier one lacks, and the functions and views that differ. */
function addedSql(): string[] {
  const files = ['packages/runtime/migrations/*.sql', 'services/*/{migrations,sql}/*.sql'];
  return globSync(files, { cwd: root }).filter((file) => {
    const [before, now] = [join(checkout, file), join(root, file)];
    if (!existsSync(before)) return true;
    return file.includes('/sql/') && readFileSync(before, 'utf8') !== readFileSync(now, 'utf8');
  });
}

/** Returns how many migrations and texts of functions and views the databases have recorded. */
async function countApplied(): Promise<number> {
  const tables = ['runtime_migration', 'schema_migration', 'repeatable_migration'];
  const each = await queryEach(tables.map((table) => `SELECT count(*)::int AS n FROM ${table}`));
  return each.reduce((sum, n) => sum + n, 0);
}

/** Changes each schema as the first half of the next migration does: it adds, and old and new replicas go on. */
async function expandSchemas(): Promise<void> {
  await queryEach([
    'ALTER TABLE outbox ADD COLUMN added_by_next_version text',
    'CREATE TABLE added_by_next_version (id bigint PRIMARY KEY)',
  ]);
}

/** Runs statements in each database as its owner. */
async function queryEach(statements: readonly string[]): Promise<number[]> {
  const results: number[] = [];
  for (const { ownerUrl } of Object.values(stack.databases))
    await withClient(ownerUrl, async (client) => {
      for (const statement of statements) {
        const { rows } = await client.query<{ n: number }>(statement);
        results.push(...rows.map(({ n }) => n));
      }
    });
  return results;
}

/** Restarts these replicas of all services, one after the other, so that those in `stayOld` run the earlier version. */
async function replace(replicas: readonly number[], stayOld: readonly number[]): Promise<void> {
  old.clear();
  for (const replica of stayOld) old.add(replica);
  for (const replica of replicas)
    await Promise.all(serviceNames.map((name) => stack.service(name)[replica]?.restart()));
}

/** Returns how many processes run the earlier version. */
const countOld = (): number =>
  serviceNames
    .flatMap((name) => stack.service(name))
    .filter(({ pid }) => pid !== undefined && readlinkSync(`/proc/${pid}/cwd`).startsWith(checkout)).length;

/**
 * Rejections of a copy that a player sends late, without its number, and of a move that crosses the end of its game. The
 * checker finds a move that was lost by one.
 */
const LATE_CODES: readonly string[] = ['GAME_NOT_ACTIVE', 'NOT_YOUR_TURN', 'POSITION_OCCUPIED'];

const moveErrors = ({ player }: Bot): string[] =>
  player.received.flatMap((message) =>
    message.type === 'move_error' && !LATE_CODES.includes(message.code) ? [message.code] : [],
  );

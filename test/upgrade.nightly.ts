import { Operator } from '@fifteen/testkit/operator';
import { serviceNames } from '@fifteen/topology';
import { startStack, withClient, type Stack } from '@fifteen/testkit/stack';
import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Guest } from '../scripts/drill/guest.ts';
import { findEarlierVersion } from '../scripts/lib/git.ts';
import { createWorktree, removeWorktree } from '../scripts/lib/worktree.ts';

const TABLES = 3;
const BET = 5_000;
const BANKROLL = 200 * BET;
/** Play with every combination of versions before the next change. */
const PLAY_MS = 4_000;

/** The version before: `UPGRADE_FROM`, or the latest release, or the commit of a day ago. */
const earlier = process.env.UPGRADE_FROM ?? findEarlierVersion();

let checkout: string;
let stack: Stack;
let operator: Operator;
/** Replicas that run the earlier version at their next start. */
const old = new Set([0]);
beforeAll(async () => {
  checkout = createWorktree('upgrade', earlier);
  stack = await startStack({
    replicas: 2,
    checkoutOf: (replica) => (old.has(replica) ? checkout : undefined),
    // A player whose search failed repeats it at once.
    env: { gateway: { PLAYER_LIMIT_SCALE: '100' } },
  });
  operator = new Operator(stack);
}, 240_000);
afterAll(async () => {
  await operator.stop();
  await stack.stop();
  removeWorktree(checkout);
});

test('two versions serve games for coins together, over a migration, an upgrade and a rollback, and lose nothing', async () => {
  const guests: Guest[] = [];
  for (let index = 0; index < 2 * TABLES; index += 1)
    guests.push(
      await Guest.enter(stack.urls[index % 2] ?? '', BET, (player) =>
        operator.grantCoins(player.user.id, BANKROLL),
      ),
    );
  const over = new AbortController();
  const playing = Promise.all(guests.map((guest) => guest.play(over.signal)));
  try {
    expect(countOld()).toBe(serviceNames.length);
    await sleep(PLAY_MS);
    await expandSchemas(stack);
    await sleep(PLAY_MS);
    // The new replica takes the place of the old one, and the other way round: an upgrade and a rollback at once.
    await replace([0, 1], [1]);
    expect(countOld()).toBe(serviceNames.length);
    await sleep(PLAY_MS);
    await replace([1], []);
    expect(countOld()).toBe(0);
    await sleep(PLAY_MS);
  } finally {
    over.abort();
  }
  await playing;

  expect((await Promise.all(guests.map((guest) => guest.faults()))).flat()).toEqual([]);
  expect(await operator.violations()).toEqual({});
  expect(guests.flatMap(moveErrors)).toEqual([]);
  expect(guests.map(({ games }) => games)).not.toContain(0);
}, 360_000);

/** Changes each schema as the first half of the next migration does: it adds, and old and new replicas go on. */
async function expandSchemas({ databases }: Stack): Promise<void> {
  for (const { ownerUrl } of Object.values(databases))
    await withClient(ownerUrl, async (client) => {
      await client.query('ALTER TABLE outbox ADD COLUMN added_by_next_version text');
      await client.query('CREATE TABLE added_by_next_version (id bigint PRIMARY KEY)');
    });
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

const moveErrors = ({ player }: Guest): string[] =>
  player.received.flatMap((message) => (message.type === 'move_error' ? [message.code] : []));

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { type GameId, toGameId, toUserId, type UserId } from '@fifteen/domain';
import {
  ItemKind,
  StakeState,
  type BuyItemResponse,
  type Cosmetics,
  EconomyServiceDefinition,
  type OwnedItem,
  type Stake,
} from '@fifteen/proto/economy';
import { Lifecycle, type Calls } from '@fifteen/runtime';
import { bundlesOfRun, freePort, withRetries } from '@fifteen/testkit';
import { addressOf, connectAs, log } from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { avoidEndOfDay, newGame, openHarness, stake, type Harness } from './harness.ts';

/** Number of kills under load: more in the nightly run than for each commit. */
const KILLS = process.env.TESTS === 'all' ? 10 : 3;

const SERVICE = fileURLToPath(new URL('..', import.meta.url));

const lifecycle = new Lifecycle(log);
const children = new Set<ChildProcess>();
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
});
beforeEach(avoidEndOfDay);
afterEach(async () => {
  expect(await harness.violations()).toEqual({});
  // Another replica publishes the events that a killed one committed.
  await vi.waitFor(async () => expect(await countUnpublished()).toBe(0), 30_000);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await lifecycle.stop();
  await harness.stop();
});

async function countUnpublished(): Promise<number> {
  const { rows } = await harness.sql.query<{ n: number }>(
    'SELECT count(*) AS n FROM outbox WHERE published_at IS NULL',
  );
  return rows[0]!.n;
}

async function countEventsOf(userId: UserId): Promise<number> {
  const { rows } = await harness.sql.query<{ n: number }>(
    'SELECT count(*) AS n FROM outbox WHERE aggregate_id = $1',
    [userId],
  );
  return rows[0]!.n;
}

/** Starts a replica as a process of its own. Resolves when it is ready. */
async function startProcess(env: Record<string, string> = {}, samePort?: number): Promise<Replica> {
  const port = samePort ?? (await freePort());
  const { programOf, compileCache } = await bundlesOfRun();
  const child = spawn(process.execPath, [programOf('economy')], {
    cwd: SERVICE,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      ...harness.env,
      LOG_LEVEL: 'info',
      GRPC_PORT: String(port),
      METRICS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const exited = once(child, 'exit').then(([, signal]) => signal as string | null);
  void exited.then(() => children.delete(child));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain('"msg":"ready"'), { timeout: 20_000, interval: 20 });
  const as: Replica['as'] = (caller) =>
    connectAs(caller, EconomyServiceDefinition, addressOf({ port }), lifecycle);
  return { child, exited, port, as };
}

interface Replica {
  child: ChildProcess;
  /** Resolves with the signal that ended the process. */
  exited: Promise<string | null>;
  port: number;
  as(caller: Caller): Calls<EconomyServiceDefinition>;
}

type Response = Stake | { coins: number } | OwnedItem | BuyItemResponse | Cosmetics;

interface Case {
  caller: Caller;
  /** Creates what the command needs. */
  prepare?: (ann: UserId, bob: UserId, gameId: GameId) => Promise<unknown>;
  call: (
    economy: Calls<EconomyServiceDefinition>,
    ann: UserId,
    bob: UserId,
    gameId: GameId,
  ) => Promise<Response>;
  response: (ann: UserId, bob: UserId, gameId: GameId) => Response;
  /** Balances of Ann and Bob afterwards; both had 10,000. */
  coins: [number, number];
}

const held = async (xUserId: UserId, oUserId: UserId, gameId: GameId) =>
  (await harness.as('game').holdStake({ gameId, xUserId, oUserId, bet: 5_000 })).stake;
const win = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], gameId: 'local-game-1' };

const newAccount = { senderIsGuest: false, senderVerifiedAt: new Date(), senderResetAt: undefined };

const cases: Record<string, Case> = {
  'send-gift': {
    caller: 'gateway',
    call: (economy, senderId, recipientId, key) =>
      economy.sendGift({ senderId, recipientId, amount: 700, message: 'hi', key, ...newAccount }),
    response: () => ({ coins: 9_300 }),
    coins: [9_300, 10_700],
  },
  // If the repeat were a second gift, it would exceed the 1,000 coins a day of a new account.
  'send-gift:without-key': {
    caller: 'gateway',
    call: (economy, senderId, recipientId) =>
      economy.sendGift({ senderId, recipientId, amount: 700, message: 'hi', key: '', ...newAccount }),
    response: () => ({ coins: 9_300 }),
    coins: [9_300, 10_700],
  },
  'buy-item': {
    caller: 'gateway',
    prepare: (userId) =>
      harness.as('admin').topUp({ userId, amount: 50_000, reference: `for a smile of ${userId}` }),
    call: (economy, userId, _bob, key) =>
      economy.buyItem({ userId, kind: ItemKind.EMOJI, itemId: 'smile', price: 50_000, key }),
    response: () => ({ item: expect.anything() as never, coins: 10_000, ownedBefore: false }),
    coins: [10_000, 10_000],
  },
  'equip-item': {
    caller: 'gateway',
    prepare: async (userId, _bob, reference) =>
      (
        await harness
          .as('admin')
          .grantItem({ userId, kind: ItemKind.PIECE_STYLE, itemId: 'lotus', reference: `lotus ${reference}` })
      ).item,
    call: async (economy, userId) =>
      (await economy.equipItem({ userId, kind: ItemKind.PIECE_STYLE, itemId: 'lotus' })).cosmetics,
    response: (userId) => ({ userId, pieceStyle: 'lotus', frame: '' }),
    coins: [10_000, 10_000],
  },
  'pay-weekly-reward': {
    caller: 'leaderboard',
    call: (economy, userId, _bob, gameId) =>
      economy.payWeeklyReward({
        year: 2_020 + (parseInt(gameId.slice(0, 3), 16) % 7_000),
        week: 7,
        rank: 3,
        userId,
      }),
    response: () => ({ coins: 10_010_000 }),
    coins: [10_010_000, 10_000],
  },
  'hold-stake': {
    caller: 'game',
    call: async (economy, xUserId, oUserId, gameId) =>
      (await economy.holdStake({ gameId, xUserId, oUserId, bet: 5_000 })).stake,
    response: (_ann, _bob, gameId) => stake(gameId, StakeState.HELD),
    coins: [5_000, 5_000],
  },
  'finish-stake': {
    caller: 'game',
    prepare: held,
    call: async (economy, winnerId, _bob, gameId) => (await economy.finishStake({ gameId, winnerId })).stake,
    response: (winnerId, _bob, gameId) => stake(gameId, StakeState.SETTLED, { winnerId }),
    coins: [15_000, 5_000],
  },
  'void-stake': {
    caller: 'game',
    call: async (economy, _ann, _bob, gameId) => (await economy.voidStake({ gameId })).stake,
    response: (_ann, _bob, gameId) => stake(gameId, StakeState.VOID),
    coins: [10_000, 10_000],
  },
  'open-wallet': {
    caller: 'identity',
    call: (economy, _ann, _bob, gameId) => economy.openWallet({ userId: toUserId(gameId) }),
    response: () => ({ coins: 1_000 }),
    coins: [10_000, 10_000],
  },
  'award-ai-win': {
    caller: 'gateway',
    call: (economy, userId) =>
      economy.awardAiWin({ userId, reason: '', ip: '10.0.0.1', transcript: win, key: '' }),
    response: () => ({ coins: 10_100 }),
    coins: [10_100, 10_000],
  },
  'top-up': {
    caller: 'admin',
    call: (economy, userId, _bob, reference) => economy.topUp({ userId, amount: 7, reference }),
    response: () => ({ coins: 10_007 }),
    coins: [10_007, 10_000],
  },
  'grant-item': {
    caller: 'admin',
    call: async (economy, userId, _bob, reference) =>
      (await economy.grantItem({ userId, kind: ItemKind.EMOJI, itemId: 'fox', reference })).item,
    response: (userId) => ({ userId, kind: ItemKind.EMOJI, itemId: 'fox', at: expect.any(Date) as Date }),
    coins: [10_000, 10_000],
  },
};

describe('a replica that is killed', () => {
  const moments = [
    ...[
      'hold-stake',
      'finish-stake',
      'grant-item',
      'send-gift',
      'send-gift:without-key',
      'buy-item',
      'equip-item',
      'pay-weekly-reward',
    ].map((command) => ['before', command] as const),
    ...Object.keys(cases).map((command) => ['after', command] as const),
  ];
  test.each(moments)(
    '%s the commit of %s: the repeated call takes effect once, with its event',
    async (moment, command) => {
      const { caller, prepare, call, response, coins } = cases[command]!;
      const [ann, bob, gameId] = [await harness.newUser(10_000), await harness.newUser(10_000), newGame()];
      await prepare?.(ann, bob, gameId);
      const replica = await startProcess({ FAILPOINT: `economy.${command.split(':')[0]}.${moment}-commit` });
      const lost = call(replica.as(caller), ann, bob, gameId);
      await expect(lost).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await replica.exited).toBe('SIGKILL');
      expect(await call(harness.as(caller), ann, bob, gameId)).toEqual(response(ann, bob, gameId));
      expect(await harness.balancesOf(ann, bob)).toEqual(coins);
      expect(await countEventsOf(ann)).toBe(command === 'equip-item' ? 1 : 0);
    },
  );

  test('repeatedly under load neither loses nor doubles an acknowledged command', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => harness.newUser(10_000_000)));
    const expected = new Map(users.map((user) => [user, 10_000_000]));
    const pay = (user: UserId, coins: number) => expected.set(user, expected.get(user)! + coins);
    let replica = await startProcess();
    const economy = replica.as('game');
    let over = false;
    let games = 0;

    const play = async (seed: number): Promise<void> => {
      for (let i = seed; !over; i += 7) {
        const [x, o] = [users[i % 10]!, users[(i * 3 + 1) % 10]!];
        if (x === o) continue;
        const gameId = toGameId(randomUUID());
        const first = await withRetries(
          async () => (await economy.holdStake({ gameId, xUserId: x, oUserId: o, bet: 50_000 })).stake,
        );
        expect(first.state).toBe(StakeState.HELD);
        const winnerId = [x, o, toUserId('')][i % 3]!;
        await withRetries(async () => (await economy.finishStake({ gameId, winnerId })).stake);
        if (winnerId) pay(winnerId, 50_000);
        if (winnerId) pay(winnerId === x ? o : x, -50_000);
        games += 1;
      }
    };
    const players = Promise.all(Array.from({ length: 16 }, (_, i) => play(i)));
    for (let kills = 0; kills < KILLS; kills += 1) {
      const enough = games + 10 + Math.random() * 30;
      await vi.waitFor(() => expect(games).toBeGreaterThan(enough), { timeout: 20_000, interval: 3 });
      replica.child.kill('SIGKILL');
      await replica.exited;
      replica = await startProcess({}, replica.port);
    }
    over = true;
    await players;
    expect(await harness.balancesOf(...users)).toEqual(users.map((user) => expected.get(user)));
    replica.child.kill('SIGTERM');
    expect(await replica.exited).toBeNull();
  }, 120_000);
});

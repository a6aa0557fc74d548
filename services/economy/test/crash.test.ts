import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import {
  ItemKind,
  StakeState,
  type Balance,
  type EconomyService,
  type Looks,
  type OwnedItem,
  type Purchase,
  type Stake,
} from '@fifteen/proto/economy';
import { Lifecycle, type Calls } from '@fifteen/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, log, newGame, openBank, refusal, stake, type Bank, type Caller } from './economy.ts';

/** Kills under load: more at night than for each commit. */
const KILLS = process.env.TESTS === 'all' ? 10 : 3;

const SERVICE = fileURLToPath(new URL('..', import.meta.url));

const lifecycle = new Lifecycle(log);
const children = new Set<ChildProcess>();
let bank: Bank;
beforeAll(async () => {
  bank = await openBank({ replicas: 1 });
});
afterEach(async () => {
  expect(await bank.faults()).toEqual({});
  // What a dead replica committed is told by a living one.
  await vi.waitFor(async () => expect(await untold()).toBe(0), 10_000);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await lifecycle.stop();
  await bank.stop();
});

async function untold(): Promise<number> {
  const { rows } = await bank.sql.query<{ n: number }>(
    'SELECT count(*) AS n FROM outbox WHERE published_at IS NULL',
  );
  return rows[0]!.n;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A replica as a process of its own, beside the one in this process; resolves when it serves. */
async function startProcess(env: Record<string, string> = {}, samePort?: number): Promise<Replica> {
  const port = samePort ?? (await freePort());
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: SERVICE,
    env: {
      PATH: process.env['PATH'],
      ...bank.env,
      LOG_LEVEL: 'info',
      GRPC_PORT: String(port),
      METRICS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const died = once(child, 'exit').then(([, signal]) => signal as string | null);
  void died.then(() => children.delete(child));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(() => expect(said).toContain('"msg":"ready"'), { timeout: 20_000, interval: 20 });
  const address = `ipv4:127.0.0.1:${port}`;
  return { child, died, port, as: (caller) => connect(address, caller, lifecycle) };
}

interface Replica {
  child: ChildProcess;
  /** The signal that ended it. */
  died: Promise<string | null>;
  port: number;
  as(caller: Caller): Calls<EconomyService>;
}

type Answer = Stake | Balance | OwnedItem | Purchase | Looks;

interface Case {
  caller: Caller;
  /** What is there before. */
  prepare?: (ann: string, bob: string, gameId: string) => Promise<unknown>;
  call: (economy: Calls<EconomyService>, ann: string, bob: string, gameId: string) => Promise<Answer>;
  answer: (ann: string, bob: string, gameId: string) => Answer;
  /** What Ann and Bob, who had 10,000 each, have in the end. */
  coins: [number, number];
}

const held = (xUserId: string, oUserId: string, gameId: string) =>
  bank.as('game').hold({ gameId, xUserId, oUserId, bet: 5_000 });
const win = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], gameId: 'local-game-1' };

const newcomer = { senderIsGuest: false, senderVerifiedAt: new Date(), senderResetAt: undefined };

const cases: Record<string, Case> = {
  gift: {
    caller: 'gateway',
    call: (economy, senderId, recipientId, key) =>
      economy.gift({ senderId, recipientId, amount: 700, message: 'hi', key, ...newcomer }),
    answer: (userId) => ({ userId, coins: 9_300 }),
    coins: [9_300, 10_700],
  },
  // Without a key; the first thousand coins of a young account are gone when the first call was not lost.
  'gift:unnamed': {
    caller: 'gateway',
    call: (economy, senderId, recipientId) =>
      economy.gift({ senderId, recipientId, amount: 700, message: 'hi', key: '', ...newcomer }),
    answer: (userId) => ({ userId, coins: 9_300 }),
    coins: [9_300, 10_700],
  },
  buy: {
    caller: 'gateway',
    prepare: (userId) =>
      bank.as('admin').topUp({ userId, amount: 50_000, reference: `for a wave of ${userId}` }),
    call: (economy, userId, _bob, key) =>
      economy.buy({ userId, kind: ItemKind.EMOJI, itemId: 'wave', price: 50_000, key }),
    answer: () => ({ item: expect.anything() as never, coins: 10_000, ownedBefore: false }),
    coins: [10_000, 10_000],
  },
  activate: {
    caller: 'gateway',
    prepare: (userId, _bob, reference) =>
      bank
        .as('admin')
        .grantItem({ userId, kind: ItemKind.PIECE_STYLE, itemId: 'lotus', reference: `lotus ${reference}` }),
    call: (economy, userId) => economy.activate({ userId, kind: ItemKind.PIECE_STYLE, itemId: 'lotus' }),
    answer: (userId) => ({ userId, pieceStyle: 'lotus', frame: '' }),
    coins: [10_000, 10_000],
  },
  'pay-weekly': {
    caller: 'leaderboard',
    call: (economy, userId, _bob, gameId) =>
      economy.payWeekly({
        year: 2_020 + (parseInt(gameId.slice(0, 3), 16) % 7_000),
        week: 7,
        rank: 3,
        userId,
      }),
    answer: (userId) => ({ userId, coins: 10_010_000 }),
    coins: [10_010_000, 10_000],
  },
  hold: {
    caller: 'game',
    call: (economy, xUserId, oUserId, gameId) => economy.hold({ gameId, xUserId, oUserId, bet: 5_000 }),
    answer: (_ann, _bob, gameId) => stake(gameId, StakeState.HELD),
    coins: [5_000, 5_000],
  },
  finish: {
    caller: 'game',
    prepare: held,
    call: (economy, winnerId, _bob, gameId) => economy.finish({ gameId, winnerId }),
    answer: (winnerId, _bob, gameId) => stake(gameId, StakeState.SETTLED, { winnerId }),
    coins: [15_000, 5_000],
  },
  void: {
    caller: 'game',
    call: (economy, _ann, _bob, gameId) => economy.void({ gameId }),
    answer: (_ann, _bob, gameId) => stake(gameId, StakeState.VOID),
    coins: [10_000, 10_000],
  },
  signup: {
    caller: 'identity',
    call: (economy, _ann, _bob, gameId) => economy.signup({ userId: gameId }),
    answer: (_ann, _bob, gameId) => ({ userId: gameId, coins: 1_000 }),
    coins: [10_000, 10_000],
  },
  'expire-guest': {
    caller: 'identity',
    call: (economy, userId) => economy.expireGuest({ userId }),
    answer: (userId) => ({ userId, coins: 0 }),
    coins: [0, 10_000],
  },
  'award-ai': {
    caller: 'gateway',
    call: (economy, userId) => economy.awardAi({ userId, reason: '', ip: '10.0.0.1', transcript: win }),
    answer: (userId) => ({ userId, coins: 10_100 }),
    coins: [10_100, 10_000],
  },
  'top-up': {
    caller: 'admin',
    call: (economy, userId, _bob, reference) => economy.topUp({ userId, amount: 7, reference }),
    answer: (userId) => ({ userId, coins: 10_007 }),
    coins: [10_007, 10_000],
  },
  'grant-item': {
    caller: 'admin',
    call: (economy, userId, _bob, reference) =>
      economy.grantItem({ userId, kind: ItemKind.EMOJI, itemId: 'fox', reference }),
    answer: (userId) => ({ userId, kind: ItemKind.EMOJI, itemId: 'fox', at: expect.any(Date) as Date }),
    coins: [10_000, 10_000],
  },
};

describe('a replica that is killed', () => {
  const instants = [
    ...['hold', 'finish', 'grant-item', 'gift', 'gift:unnamed', 'buy', 'activate', 'pay-weekly'].map(
      (verb) => ['before', verb] as const,
    ),
    ...Object.keys(cases).map((verb) => ['after', verb] as const),
  ];
  test.each(instants)(
    '%s the commit of %s leaves a call to be repeated, and it happens once',
    async (instant, verb) => {
      const { caller, prepare, call, answer, coins } = cases[verb]!;
      const [ann, bob, gameId] = [await bank.user(10_000), await bank.user(10_000), newGame()];
      await prepare?.(ann, bob, gameId);
      const replica = await startProcess({ FAILPOINT: `economy.${verb.split(':')[0]}.${instant}-commit` });
      const lost = call(replica.as(caller), ann, bob, gameId);
      await expect(lost).rejects.toMatchObject(refusal('SERVICE_UNAVAILABLE'));
      expect(await replica.died).toBe('SIGKILL');
      expect(await call(bank.as(caller), ann, bob, gameId)).toEqual(answer(ann, bob, gameId));
      expect(await bank.coins(ann, bob)).toEqual(coins);
    },
  );

  test('again and again under load loses and doubles nothing that it acknowledged', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => bank.user(10_000_000)));
    const expected = new Map(users.map((user) => [user, 10_000_000]));
    const pay = (user: string, coins: number) => expected.set(user, expected.get(user)! + coins);
    let replica = await startProcess();
    const economy = replica.as('game');
    let over = false;
    let games = 0;

    /** Repeats a call until it is answered, as every caller of the ledger does. */
    const surely = async (call: () => Promise<Stake>): Promise<Stake> => {
      for (;;) {
        try {
          return await call();
        } catch (error) {
          expect(error).toMatchObject(refusal('SERVICE_UNAVAILABLE'));
          await sleep(20);
        }
      }
    };
    const play = async (seed: number): Promise<void> => {
      for (let i = seed; !over; i += 7) {
        const [x, o] = [users[i % 10]!, users[(i * 3 + 1) % 10]!];
        if (x === o) continue;
        const gameId = randomUUID();
        const first = await surely(() => economy.hold({ gameId, xUserId: x, oUserId: o, bet: 50_000 }));
        expect(first.state).toBe(StakeState.HELD);
        const winnerId = [x, o, ''][i % 3]!;
        await surely(() => economy.finish({ gameId, winnerId }));
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
      await replica.died;
      replica = await startProcess({}, replica.port);
    }
    over = true;
    await players;
    expect(await bank.coins(...users)).toEqual(users.map((user) => expected.get(user)));
    replica.child.kill('SIGTERM');
    expect(await replica.died).toBeNull();
  }, 120_000);
});

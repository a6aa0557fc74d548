import { randomUUID } from 'node:crypto';
import { EconomyService, type HoldRequest } from '@fifteen/proto/economy';
import { Event, Push, type BalanceChanged } from '@fifteen/proto/events';
import { Mark, Status, type GameState } from '@fifteen/proto/game';
import {
  ensureStream,
  Lifecycle,
  openDatabase,
  openNats,
  pushSubject,
  startConsumer,
  type EventHandler,
  type Nats,
} from '@fifteen/runtime';
import { scratchDatabase } from '@fifteen/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inspect } from '../src/audit.ts';
import { access } from '../src/rpc.ts';
import { alarmed, log, newGame, openBank, refusal, type Bank, type Caller } from './economy.ts';

const lifecycle = new Lifecycle(log);
const games = new Map<string, Partial<GameState>>();
let bank: Bank;
let nats: Nats;
beforeAll(async () => {
  bank = await openBank({ games });
  const { nats: server, namespace } = bank.nats;
  nats = await openNats({ service: 'test', url: server.url, namespace }, { log, lifecycle });
});
afterEach(async () => expect(await bank.faults()).toEqual({}));
afterAll(async () => {
  await lifecycle.stop();
  await bank.stop();
});

describe('who may call what', () => {
  const allowed: Record<string, readonly Caller[]> = {
    signup: ['identity'],
    expireGuest: ['identity'],
    hold: ['game'],
    void: ['game'],
    finish: ['game'],
    awardAi: ['gateway'],
    getBalances: ['gateway', 'room', 'admin'],
    topUp: ['admin'],
    getCatalogue: ['gateway', 'admin'],
    getOwnedItems: ['gateway', 'admin'],
    getItem: ['gateway'],
    grantItem: ['admin'],
    gift: ['gateway'],
    getGiftAllowance: ['gateway'],
    unseenGifts: ['gateway'],
    seeGift: ['gateway'],
    buy: ['gateway'],
    activate: ['gateway'],
    getLooks: ['gateway', 'admin'],
    payWeekly: ['leaderboard'],
    getStakes: ['game'],
    getWeeklyRewards: ['leaderboard'],
    audit: ['admin'],
  };

  test('is said of every method', () => {
    expect(Object.keys(allowed).toSorted()).toEqual(Object.keys(EconomyService).toSorted());
    expect(access).toEqual(allowed);
  });

  test.each(Object.keys(allowed))('%s is closed to everybody else', async (method) => {
    for (const caller of [
      'gateway',
      'identity',
      'game',
      'room',
      'matchmaking',
      'leaderboard',
      'admin',
      'economy',
    ] as const) {
      const name = method as keyof EconomyService;
      const nothing = EconomyService[name].requestDeserialize(Buffer.alloc(0));
      const answer = await bank
        .as(caller)
        [name](nothing as never)
        .then(
          () => 'answered',
          (error: { code: string }) => error.code,
        );
      if (allowed[method]!.includes(caller)) expect(answer).toMatch(/^(INVALID|answered)$/);
      else expect([caller, answer]).toEqual([caller, 'FORBIDDEN']);
    }
  });
});

describe('bad input', () => {
  test('is refused, and moves nothing', async () => {
    const [ann, bob] = [await bank.user(5_000), await bank.user(5_000)];
    const terms = { gameId: newGame(), xUserId: ann, oUserId: bob, bet: 5_000 };
    const wrong: Partial<HoldRequest>[] = [
      { bet: 0 },
      { bet: -5_000 },
      { bet: 4_999 },
      { bet: 5_001 },
      { bet: Number.MAX_SAFE_INTEGER },
      { gameId: '' },
      { gameId: 'x'.repeat(65) },
      { gameId: `'; DELETE FROM stake; --` },
      { gameId: 'nul\u0000' },
      { xUserId: '' },
      { xUserId: 'a:b' },
      { xUserId: 'player_1' },
      { xUserId: 'ai' },
      { xUserId: bob },
      { oUserId: '\ud800' },
    ];
    for (const one of wrong)
      await expect(bank.as('game').hold({ ...terms, ...one })).rejects.toMatchObject(refusal('INVALID'));
    await expect(bank.as('game').void({ gameId: '' })).rejects.toMatchObject(refusal('INVALID'));
    await expect(bank.as('game').finish({ gameId: newGame(), winnerId: ' ' })).rejects.toMatchObject(
      refusal('INVALID'),
    );
    await expect(bank.as('identity').signup({ userId: 'player_1' })).rejects.toMatchObject(
      refusal('INVALID'),
    );
    expect(await bank.coins(ann, bob)).toEqual([5_000, 5_000]);
  });
});

describe('facts', () => {
  const publish = async (body: NonNullable<Event['body']>, id = randomUUID()) => {
    await ensureStream(nats, 'identity');
    const bytes = Event.encode({ ...Event.fromPartial({ id }), body }).finish();
    await nats.js.publish(`${nats.namespace}identity.${body.$case}`, bytes, { msgID: randomUUID() });
  };
  const created = (userId: string, guest = false) =>
    ({ $case: 'userCreated', value: { userId, guest } }) as const;
  const deleted = (userId: string, guest: boolean) =>
    ({ $case: 'userDeleted', value: { userId, guest } }) as const;

  test('of identity open a wallet for everybody who comes, and end that of a guest who leaves', async () => {
    const [ann, guest] = [randomUUID(), randomUUID()];
    await publish(created(ann));
    await publish(created(guest, true));
    await vi.waitFor(async () => expect(await bank.coins(ann, guest)).toEqual([1_000, 1_000]), 10_000);
    await publish(deleted(ann, false));
    await publish(deleted(guest, true));
    await vi.waitFor(async () => expect(await bank.coins(ann, guest)).toEqual([1_000, 0]), 10_000);
  });

  test('have their effect once, however often they come', async () => {
    const ann = randomUUID();
    const id = randomUUID();
    for (let i = 0; i < 5; i += 1) await publish(created(ann), id);
    await publish(created(ann));
    await bank.as('identity').signup({ userId: ann });
    const last = randomUUID();
    await publish(created(last));
    await vi.waitFor(async () => expect(await bank.coins(ann, last)).toEqual([1_000, 1_000]), 10_000);
  });

  test('and pushes tell both players of each new balance; a repeat tells nothing', async () => {
    const [ann, bob] = [await bank.user(5_000), await bank.user(5_000)];
    const pushed: BalanceChanged[] = [];
    for (const user of [ann, bob])
      nats.connection.subscribe(pushSubject(nats, 'user', user), {
        callback: (_, message) => {
          const { body } = Push.decode(message.data);
          if (body?.$case === 'balance') pushed.push(body.value);
        },
      });
    await nats.connection.flush();
    const told = await listen(({ userId }) => userId === ann || userId === bob);
    const gameId = newGame();
    for (let i = 0; i < 3; i += 1)
      await bank.as('game').hold({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
    for (let i = 0; i < 3; i += 1) await bank.as('game').finish({ gameId, winnerId: bob });

    const during = [
      { userId: ann, coins: 0, version: 3 },
      { userId: bob, coins: 0, version: 3 },
      // Nothing of hers moved, so this is no newer.
      { userId: ann, coins: 0, version: 3 },
      { userId: bob, coins: 10_000, version: 4 },
    ];
    // Pushes of two replicas may overtake each other (their versions tell), and those of the top-ups may still come in.
    const news = () => pushed.filter(({ coins }) => coins === 0 || coins === 10_000);
    await vi.waitFor(() => expect(news().toSorted(byCoins)).toEqual(during.toSorted(byCoins)), 10_000);
    const before = [1_000, 5_000].flatMap((coins, changes) =>
      [ann, bob].map((userId) => ({ userId, coins, version: changes + 1 })),
    );
    await vi.waitFor(
      () => expect(told.toSorted(byCoins)).toEqual([...before, ...during].toSorted(byCoins)),
      10_000,
    );
  });

  const byCoins = (a: BalanceChanged, b: BalanceChanged): number =>
    a.coins - b.coins || a.userId.localeCompare(b.userId);

  /** All balances that were told of as facts, from the first on. */
  async function listen(about: (balance: BalanceChanged) => boolean): Promise<BalanceChanged[]> {
    const told: BalanceChanged[] = [];
    const scratch = await scratchDatabase();
    const db = openDatabase({ service: 'test', url: scratch.ownerUrl, pool: 1 }, { log, lifecycle });
    await db.query('CREATE TABLE inbox (consumer text, event_id text, PRIMARY KEY (consumer, event_id))');
    const balanceChanged: EventHandler<'balanceChanged', unknown> = async (
      _context,
      _sql,
      balance,
      event,
    ) => {
      if (!about(balance)) return;
      expect(event.aggregateVersion).toBe(balance.version);
      told.push(balance);
    };
    const context = { db, nats, log, lifecycle };
    startConsumer({ owner: 'economy', name: 'test', handlers: { balanceChanged } }, context);
    return told;
  }
});

describe('stakes that are held too long', () => {
  const TOO_LONG = 'stakes held longer than 20 minutes';

  test('are ended as the game ended; one that goes on is left alone, loudly', async () => {
    const [ann, bob] = [await bank.user(100_000), await bank.user(100_000)];
    const stake = async (state?: Partial<GameState>): Promise<string> => {
      const gameId = newGame();
      if (state) games.set(gameId, { id: gameId, xPlayerId: ann, oPlayerId: bob, ...state });
      await bank.as('game').hold({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
      return gameId;
    };
    const held = {
      won: await stake({ status: Status.FINISHED, winner: Mark.O }),
      left: await stake({ status: Status.ABANDONED, winner: Mark.X }),
      drawn: await stake({ status: Status.FINISHED, winner: Mark.NONE }),
      cancelled: await stake({ status: Status.CANCELLED }),
      unknown: await stake(),
      active: await stake({ status: Status.ACTIVE }),
      strange: await stake({ status: Status.FINISHED, winner: Mark.X, xPlayerId: 'somebody-else' }),
    };
    await bank.owner.query('ALTER TABLE stake DISABLE TRIGGER guard');
    await bank.owner.query(`UPDATE stake SET at = at - interval '21 minutes' WHERE game_id = ANY($1)`, [
      Object.values(held),
    ]);
    await bank.owner.query('ALTER TABLE stake ENABLE TRIGGER guard');
    const young = await stake({ status: Status.FINISHED, winner: Mark.X });

    const alarms: { gameId?: string }[] = [];
    await bank.startReplica(alarms);
    const heard = () => new Set(alarms.flatMap(({ gameId }) => (gameId ? [gameId] : [])));
    await vi.waitFor(() => expect(heard()).toEqual(new Set([held.active, held.strange])), 10_000);
    await vi.waitFor(async () => expect(await bank.faults()).toEqual({ [TOO_LONG]: 2 }), 10_000);
    expect(await statesOf({ ...held, young })).toEqual({
      won: `settled ${bob}`,
      left: `settled ${ann}`,
      drawn: 'refunded',
      cancelled: 'refunded',
      unknown: 'refunded',
      active: 'held',
      strange: 'held',
      young: 'held',
    });
    for (const gameId of [held.active, held.strange, young])
      await bank.as('game').finish({ gameId, winnerId: '' });
  });

  async function statesOf(held: Record<string, string>): Promise<Record<string, string>> {
    const { rows } = await bank.sql.query<{ game_id: string; state: string }>(
      `SELECT game_id, concat_ws(' ', state, winner) AS state FROM stake WHERE game_id = ANY($1)`,
      [Object.values(held)],
    );
    return Object.fromEntries(
      Object.entries(held).map(([name, id]) => [name, rows.find((row) => row.game_id === id)!.state]),
    );
  }
});

describe('the inspection', () => {
  const alarms = async (): Promise<unknown[]> => {
    const heard: unknown[] = [];
    await inspect(bank.sql, alarmed(heard));
    return heard;
  };

  test('is silent while all is right', async () => {
    expect(await alarms()).toEqual([]);
    const { lines, at } = await bank.as('admin').audit({});
    expect(lines).toHaveLength(14);
    expect(lines.filter((line) => line.violations !== 0)).toEqual([]);
    expect(Math.abs(at!.getTime() - Date.now())).toBeLessThan(5_000);
  });

  test('tells of days on which awards cost five times the usual', async () => {
    await bank.owner.query(
      `INSERT INTO reward_quota_total SELECT (now() AT TIME ZONE 'UTC')::date - ago, 1, 1000 FROM generate_series(1, 7) ago`,
    );
    const spend = (coins: number) =>
      bank.owner.query(
        `INSERT INTO reward_quota_total VALUES ((now() AT TIME ZONE 'UTC')::date, 1, $1)
         ON CONFLICT (utc_day, shard) DO UPDATE SET coins = excluded.coins`,
        [coins],
      );
    await spend(5_000);
    expect(await alarms()).toEqual([]);
    await spend(5_100);
    expect(await alarms()).toEqual([{ alarm: true, today: 5_100, median: 1_000 }]);
  });

  test('forgets the awards of users after eight days, and totals after sixty', async () => {
    await bank.owner.query(
      `INSERT INTO reward_quota SELECT 'someone', (now() AT TIME ZONE 'UTC')::date - ago, 1, 0, now() FROM generate_series(7, 10) ago`,
    );
    await bank.owner.query(
      `INSERT INTO reward_quota_total SELECT (now() AT TIME ZONE 'UTC')::date - ago, 2, 100 FROM generate_series(59, 62) ago`,
    );
    await inspect(bank.sql, log);
    const kept = async (rows: string): Promise<number[]> => {
      const { rows: days } = await bank.sql.query<{ ago: number }>(
        `SELECT (now() AT TIME ZONE 'UTC')::date - utc_day AS ago FROM ${rows} ORDER BY 1`,
      );
      return days.map(({ ago }) => ago);
    };
    expect(await kept(`reward_quota WHERE user_id = 'someone'`)).toEqual([7, 8]);
    expect(await kept('reward_quota_total WHERE shard = 2 AND coins = 100')).toEqual([59, 60]);
  });

  test('forgets addresses after eight days', async () => {
    await bank.owner.query(
      `INSERT INTO reward_quota_network
         SELECT (now() AT TIME ZONE 'UTC')::date - ago, '198.51.100.0/24', 1 FROM generate_series(7, 10) ago`,
    );
    await inspect(bank.sql, log);
    const { rows } = await bank.sql.query<{ ago: number }>(
      `SELECT (now() AT TIME ZONE 'UTC')::date - utc_day AS ago FROM reward_quota_network
       WHERE network = '198.51.100.0/24' ORDER BY 1`,
    );
    expect(rows.map((row) => row.ago)).toEqual([7, 8]);
  });
});

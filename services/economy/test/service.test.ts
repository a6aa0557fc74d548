import { randomUUID } from 'node:crypto';
import { type GameId, toGameId, toUserId, type UserId } from '@fifteen/domain';
import type { HoldStakeRequest } from '@fifteen/proto/economy';
import { Event, Push, type BalanceChanged } from '@fifteen/proto/events';
import { GameServiceDefinition, Mark, Status, type GameState } from '@fifteen/proto/game';
import { ensureStream, Lifecycle, openNats, pushSubject, type Nats } from '@fifteen/runtime';
import { connectAs, log, UNREACHABLE } from '@fifteen/testkit/services';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { auditLedger } from '../src/jobs/audit-ledger.ts';
import { checkAwardSpending } from '../src/jobs/check-award-spending.ts';
import { deleteOldQuotas } from '../src/jobs/delete-old-quotas.ts';
import { finishOverdueStakes } from '../src/jobs/finish-overdue-stakes.ts';
import { avoidEndOfDay, alarmLog, newGame, openHarness, type Harness } from './harness.ts';

const lifecycle = new Lifecycle(log);
const games = new Map<string, Partial<GameState>>();
let harness: Harness;
let nats: Nats;
beforeAll(async () => {
  harness = await openHarness({ games });
  const { nats: server, namespace } = harness.nats;
  nats = await openNats({ service: 'test', url: server.url, namespace }, { log, lifecycle });
});
beforeEach(avoidEndOfDay);
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(async () => {
  await lifecycle.stop();
  await harness.stop();
});

describe('an invalid request', () => {
  test('is rejected, and moves no coins', async () => {
    const [ann, bob] = [await harness.newUser(5_000), await harness.newUser(5_000)];
    const terms = { gameId: newGame(), xUserId: ann, oUserId: bob, bet: 5_000 };
    const wrong: Partial<HoldStakeRequest>[] = [
      { bet: 0 },
      { bet: -5_000 },
      { bet: 4_999 },
      { bet: 5_001 },
      { bet: Number.MAX_SAFE_INTEGER },
      { gameId: toGameId('') },
      { gameId: toGameId('x'.repeat(65)) },
      { gameId: toGameId(`'; DELETE FROM stake; --`) },
      { gameId: toGameId('nul\u0000') },
      { xUserId: toUserId('') },
      { xUserId: toUserId('a:b') },
      { xUserId: toUserId('player_1') },
      { xUserId: toUserId('ai') },
      { xUserId: bob },
      { oUserId: toUserId('\ud800') },
    ];
    for (const one of wrong)
      await expect(harness.as('game').holdStake({ ...terms, ...one })).rejects.toMatchObject({
        code: 'INVALID',
      });
    await expect(harness.as('game').voidStake({ gameId: toGameId('') })).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(
      harness.as('game').finishStake({ gameId: newGame(), winnerId: toUserId(' ') }),
    ).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(harness.as('identity').openWallet({ userId: toUserId('player_1') })).rejects.toMatchObject({
      code: 'INVALID',
    });
    expect(await harness.balancesOf(ann, bob)).toEqual([5_000, 5_000]);
  });
});

describe('events', () => {
  const publish = async (body: NonNullable<Event['body']>, id = randomUUID()) => {
    await ensureStream(nats, 'identity');
    const bytes = Event.encode({ ...Event.fromPartial({ id }), body }).finish();
    await nats.js.publish(`${nats.namespace}identity.${body.$case}`, bytes, { msgID: randomUUID() });
  };
  const created = (userId: UserId, guest = false) =>
    ({ $case: 'userCreated', value: { userId, guest } }) as const;
  const deleted = (userId: UserId) => ({ $case: 'userDeleted', value: { userId } }) as const;

  test('of identity open the wallet of a new user, and close the wallet of a deleted guest', async () => {
    const [ann, guest] = [toUserId(randomUUID()), toUserId(randomUUID())];
    await publish(created(ann));
    await publish(created(guest, true));
    await vi.waitFor(
      async () => expect(await harness.balancesOf(ann, guest)).toEqual([1_000, 1_000]),
      10_000,
    );
    await publish(deleted(guest));
    await vi.waitFor(async () => expect(await harness.balancesOf(ann, guest)).toEqual([1_000, 0]), 10_000);
  });

  test('take effect once when they are repeated', async () => {
    const ann = toUserId(randomUUID());
    const id = randomUUID();
    for (let i = 0; i < 5; i += 1) await publish(created(ann), id);
    await publish(created(ann));
    await harness.as('identity').openWallet({ userId: ann });
    const last = toUserId(randomUUID());
    await publish(created(last));
    await vi.waitFor(async () => expect(await harness.balancesOf(ann, last)).toEqual([1_000, 1_000]), 10_000);
  });
});

test('pushes carry each new balance to both players; a repeated command sends none', async () => {
  const [ann, bob] = [await harness.newUser(5_000), await harness.newUser(5_000)];
  const pushed: BalanceChanged[] = [];
  for (const user of [ann, bob])
    nats.connection.subscribe(pushSubject(nats, 'user', user), {
      callback: (_, message) => {
        const { body } = Push.decode(message.data);
        if (body?.$case === 'balance') pushed.push(body.value);
      },
    });
  await nats.connection.flush();
  const gameId = newGame();
  for (let i = 0; i < 3; i += 1)
    await harness.as('game').holdStake({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
  for (let i = 0; i < 3; i += 1) await harness.as('game').finishStake({ gameId, winnerId: bob });

  const during = [
    { userId: ann, coins: 0, version: 3 },
    { userId: bob, coins: 0, version: 3 },
    // Ann's balance did not change, so the version is the same.
    { userId: ann, coins: 0, version: 3 },
    { userId: bob, coins: 10_000, version: 4 },
  ];
  const byCoins = (a: BalanceChanged, b: BalanceChanged): number =>
    a.coins - b.coins || a.userId.localeCompare(b.userId);
  // Pushes of two replicas may overtake each other, and pushes of the top-ups may still arrive.
  const ofGame = () => pushed.filter(({ coins }) => coins === 0 || coins === 10_000);
  await vi.waitFor(() => expect(ofGame().toSorted(byCoins)).toEqual(during.toSorted(byCoins)), 10_000);
  // Clients alone need a balance, so there is no event of it.
  const { rowCount } = await harness.sql.query('SELECT FROM outbox WHERE aggregate_id = ANY ($1)', [
    [ann, bob],
  ]);
  expect(rowCount).toBe(0);
});

describe('stakes that are held too long', () => {
  const TOO_LONG = 'stakes held longer than 20 minutes';

  const makeOverdue = async (...gameIds: GameId[]): Promise<void> => {
    await harness.owner.query('ALTER TABLE stake DISABLE TRIGGER guard');
    await harness.owner.query(`UPDATE stake SET at = at - interval '21 minutes' WHERE game_id = ANY($1)`, [
      gameIds,
    ]);
    await harness.owner.query('ALTER TABLE stake ENABLE TRIGGER guard');
  };

  test('are finished as the game ended; the stake of a game that starts or is active is kept, with an alarm', async () => {
    const [ann, bob] = [await harness.newUser(100_000), await harness.newUser(100_000)];
    const stake = async (state?: Partial<GameState>): Promise<GameId> => {
      const gameId = newGame();
      if (state) games.set(gameId, { id: gameId, xPlayerId: ann, oPlayerId: bob, ...state });
      await harness.as('game').holdStake({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
      return gameId;
    };
    const held = {
      won: await stake({ status: Status.FINISHED, winner: Mark.O }),
      left: await stake({ status: Status.ABANDONED, winner: Mark.X }),
      drawn: await stake({ status: Status.FINISHED, winner: undefined }),
      cancelled: await stake({ status: Status.CANCELLED }),
      unknown: await stake(),
      starting: await stake({ status: Status.FUNDING }),
      active: await stake({ status: Status.ACTIVE }),
      strange: await stake({ status: Status.FINISHED, winner: Mark.X, xPlayerId: toUserId('another-user') }),
      defective: await stake(),
    };
    games.set(held.defective, {
      get status(): Status {
        throw new Error('the game service has a defect');
      },
    });
    await makeOverdue(...Object.values(held));
    const young = await stake({ status: Status.FINISHED, winner: Mark.X });

    const alarms: { gameId?: GameId }[] = [];
    await harness.startReplica(alarms);
    const kept = [held.starting, held.active, held.strange, held.defective];
    const alarmedGames = () => new Set(alarms.flatMap(({ gameId }) => gameId ?? []));
    await vi.waitFor(() => expect(alarmedGames()).toEqual(new Set(kept)), 30_000);
    await vi.waitFor(async () => expect(await harness.violations()).toEqual({ [TOO_LONG]: 4 }), 30_000);
    expect(await statesOf({ ...held, young })).toEqual({
      won: `settled ${bob}`,
      left: `settled ${ann}`,
      drawn: 'refunded',
      cancelled: 'refunded',
      unknown: 'refunded',
      starting: 'held',
      active: 'held',
      strange: 'held',
      defective: 'held',
      young: 'held',
    });
    for (const gameId of [...kept, young]) await harness.as('game').finishStake({ gameId, winnerId: '' });
  });

  test('wait without an alarm while the game service is unavailable', async () => {
    const [ann, bob] = [await harness.newUser(10_000), await harness.newUser(10_000)];
    const held = [newGame(), newGame()];
    for (const gameId of held) {
      await harness.as('game').holdStake({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
      // The replicas keep the stake of an active game.
      games.set(gameId, { id: gameId, status: Status.ACTIVE });
    }
    await makeOverdue(...held);
    const alarms: unknown[] = [];
    const game = connectAs('economy', GameServiceDefinition, UNREACHABLE, lifecycle);
    const context = { db: harness.sql, log: alarmLog(alarms), game } as AppContext;
    await expect(finishOverdueStakes(context)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(alarms).toEqual([]);
    for (const gameId of held) await harness.as('game').finishStake({ gameId, winnerId: '' });
  });

  async function statesOf(held: Record<string, string>): Promise<Record<string, string>> {
    const { rows } = await harness.sql.query<{ game_id: GameId; state: string }>(
      `SELECT game_id, concat_ws(' ', state, winner) AS state FROM stake WHERE game_id = ANY($1)`,
      [Object.values(held)],
    );
    return Object.fromEntries(
      Object.entries(held).map(([name, id]) => [name, rows.find((row) => row.game_id === id)!.state]),
    );
  }
});

describe('the jobs of a minute', () => {
  const alarms = async (): Promise<unknown[]> => {
    const logged: unknown[] = [];
    const context = { db: harness.sql, log: alarmLog(logged) };
    await auditLedger(context);
    await checkAwardSpending(context);
    return logged;
  };

  test('log no alarm while the ledger is consistent', async () => {
    expect(await alarms()).toEqual([]);
    const { lines, at } = await harness.as('admin').auditLedger({});
    expect(lines).toHaveLength(14);
    expect(lines.filter((line) => line.violations !== 0)).toEqual([]);
    expect(Math.abs(at!.getTime() - Date.now())).toBeLessThan(5_000);
  });

  test('log an alarm on a day on which awards cost five times the median', async () => {
    await harness.owner.query(
      `INSERT INTO reward_quota_total SELECT (now() AT TIME ZONE 'UTC')::date - ago, 1, 200000 FROM generate_series(1, 7) ago`,
    );
    const spend = (coins: number) =>
      harness.owner.query(
        `INSERT INTO reward_quota_total VALUES ((now() AT TIME ZONE 'UTC')::date, 1, $1)
         ON CONFLICT (utc_day, shard) DO UPDATE SET coins = excluded.coins`,
        [coins],
      );
    await spend(1_000_000);
    expect(await alarms()).toEqual([]);
    await spend(1_000_100);
    expect(await alarms()).toEqual([{ alarm: true, today: 1_000_100, median: 200_000 }]);
    await harness.owner.query('UPDATE reward_quota_total SET coins = 200 WHERE shard = 1 AND coins = 200000');
    await spend(1_000_000);
    expect(await alarms(), 'too little, however small the median').toEqual([]);
  });

  test('delete the awards of users after eight days, and totals after sixty', async () => {
    await harness.owner.query(
      `INSERT INTO reward_quota SELECT 'someone', (now() AT TIME ZONE 'UTC')::date - ago, 1, 0, now() FROM generate_series(7, 10) ago`,
    );
    await harness.owner.query(
      `INSERT INTO reward_quota_total SELECT (now() AT TIME ZONE 'UTC')::date - ago, 2, 100 FROM generate_series(59, 62) ago`,
    );
    await deleteOldQuotas({ db: harness.sql });
    const daysOf = async (rows: string): Promise<number[]> => {
      const { rows: days } = await harness.sql.query<{ ago: number }>(
        `SELECT (now() AT TIME ZONE 'UTC')::date - utc_day AS ago FROM ${rows} ORDER BY 1`,
      );
      return days.map(({ ago }) => ago);
    };
    expect(await daysOf(`reward_quota WHERE user_id = 'someone'`)).toEqual([7, 8]);
    expect(await daysOf('reward_quota_total WHERE shard = 2 AND coins = 100')).toEqual([59, 60]);
  });

  test('delete networks after eight days', async () => {
    await harness.owner.query(
      `INSERT INTO reward_quota_network
         SELECT (now() AT TIME ZONE 'UTC')::date - ago, '198.51.100.0/24', 1 FROM generate_series(7, 10) ago`,
    );
    await deleteOldQuotas({ db: harness.sql });
    const { rows } = await harness.sql.query<{ ago: number }>(
      `SELECT (now() AT TIME ZONE 'UTC')::date - utc_day AS ago FROM reward_quota_network
       WHERE network = '198.51.100.0/24' ORDER BY 1`,
    );
    expect(rows.map((row) => row.ago)).toEqual([7, 8]);
  });
});

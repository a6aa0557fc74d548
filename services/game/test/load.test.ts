import { randomUUID } from 'node:crypto';
import { toGameId, toUserId } from '@fifteen/domain';
import type { PlayResponse, PlayRequest } from '@fifteen/proto/game';
import { log } from '@fifteen/testkit/services';
import { afterEach, describe, expect, test } from 'vitest';
import { createBatcher } from '../src/live/batcher.ts';
import type { LiveGames } from '../src/live/live-games.ts';
import { createPlayStreams, type PlayStream } from '../src/live/play-streams.ts';
import {
  expectConsistent,
  createFriendlyGame,
  playerToMove,
  startHarness,
  X_WINS,
  type Harness,
} from './harness.ts';

describe('group commit', () => {
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open: () => open(), opened };
  };

  test('processes a single item at once, and later items together', async () => {
    const batches: number[][] = [];
    const { open, opened } = gate();
    const batcher = createBatcher<number, number>({
      key: String,
      run: async (items) => {
        batches.push(items);
        await opened;
        return items.map((item) => item * 2);
      },
      isolate: () => false,
      size: 3,
      waiting: 100,
    });
    const results = [1, 2, 3, 4, 5].map((item) => batcher.submit(item));
    expect(batches).toEqual([[1]]);
    open();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('never puts items with the same key into one batch, and keeps their order', async () => {
    const batches: string[][] = [];
    const batcher = createBatcher<string, string>({
      key: (item) => item.charAt(0),
      run: async (items) => {
        batches.push(items);
        return items;
      },
      isolate: () => false,
      size: 10,
      waiting: 100,
    });
    await Promise.all(['z', 'a1', 'a2', 'b1', 'a3', 'b2'].map((item) => batcher.submit(item)));
    expect(batches).toEqual([['z'], ['a1', 'b1'], ['a2', 'b2'], ['a3']]);
  });

  test('rejects items beyond its limit at once', async () => {
    const { open, opened } = gate();
    const batcher = createBatcher<number, number>({
      key: String,
      run: async (items) => {
        await opened;
        return items;
      },
      isolate: () => false,
      size: 10,
      waiting: 2,
    });
    const accepted = [1, 2, 3].map((item) => batcher.submit(item));
    await expect(batcher.submit(4)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    open();
    expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
  });

  test('fails one invalid item alone, and all items once when the database is unavailable', async () => {
    let runs = 0;
    const batcher = (isolate: boolean) =>
      createBatcher<number, number>({
        key: String,
        run: async (items) => {
          runs += 1;
          if (items.includes(3)) throw new Error('no');
          return items;
        },
        isolate: () => isolate,
        size: 10,
        waiting: 100,
      });
    const outcomes = async (isolate: boolean) => {
      const submitted = batcher(isolate);
      const results = [0, 1, 2, 3, 4].map((item) => submitted.submit(item));
      return (await Promise.allSettled(results)).map(({ status }) => status === 'fulfilled');
    };
    expect(await outcomes(true)).toEqual([true, true, true, false, true]);
    runs = 0;
    expect(await outcomes(false)).toEqual([true, false, false, false, false]);
    expect(runs).toBe(2);
  });
});

/** The caller of a stream, which can stop reading. */
class Caller implements PlayStream {
  reading = true;
  paused = false;
  ended = false;
  responses: PlayResponse[] = [];
  readonly #listeners = new Map<string, ((request: PlayRequest) => void)[]>();
  on(event: string, listener: (request: PlayRequest) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  emit(event: string, request = {} as PlayRequest): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(request);
  }
  write(response: PlayResponse): boolean {
    this.responses.push(response);
    return this.reading;
  }
  end(): void {
    this.ended = true;
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
}

describe('a stream of moves', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const request = (seq: number): PlayRequest => ({ seq, move: undefined, traceparent: '' });

  test('pauses while too many moves are pending, or while its responses are not read', async () => {
    const waiting: (() => void)[] = [];
    const slow = { move: () => new Promise((_, reject) => waiting.push(() => reject(new Error('no')))) };
    const caller = new Caller();
    createPlayStreams(slow as unknown as LiveGames, log).serve(caller);
    for (let seq = 1; seq <= 512; seq += 1) caller.emit('data', request(seq));
    expect(caller.paused).toBe(true);
    waiting.shift()!();
    await settle();
    expect(caller.paused).toBe(false);
    caller.reading = false;
    waiting.shift()!();
    await settle();
    expect(caller.paused).toBe(true);
    caller.emit('drain');
    expect(caller.paused).toBe(false);
  });

  test('that is half-closed, or whose service stops, ends with its last response', async () => {
    for (const end of ['end', 'stop'] as const) {
      const waiting: (() => void)[] = [];
      const slow = { move: () => new Promise((_, reject) => waiting.push(() => reject(new Error('no')))) };
      const caller = new Caller();
      const streams = createPlayStreams(slow as unknown as LiveGames, log);
      streams.serve(caller);
      caller.emit('data', request(7));
      const stopped = end === 'stop' ? streams.stop() : caller.emit('end');
      await settle();
      expect(caller.ended).toBe(false);
      waiting.shift()!();
      await settle();
      await stopped;
      expect([caller.ended, caller.responses.map(({ seq }) => seq)]).toEqual([true, [7]]);
    }
  });
});

describe('under load', () => {
  let harness: Harness;
  afterEach(() => harness.stop());

  test('commits and acknowledges every move of 300 concurrent games once, through two replicas', async () => {
    // No turn runs out while the other games are created.
    harness = await startHarness({ env: { TURN_SECONDS: '600' } });
    const games = [];
    for (let count = 0; count < 300; count += 1) games.push(await createFriendlyGame(harness.room));
    await Promise.all(
      games.map(async (game, index) => {
        const { play } = harness.replicas[index % 2]!;
        let state = game;
        for (const position of X_WINS) {
          const outcome = await play(game.id, playerToMove(state), position);
          if (outcome?.$case !== 'game') throw new Error(outcome?.value.code);
          state = outcome.value;
        }
        expect(state.moves).toEqual(X_WINS);
      }),
    );
    await expectConsistent(harness.sql);
    const { rows } = await harness.sql.query(
      `SELECT name, count(*)::int AS n, count(DISTINCT aggregate_id)::int AS games FROM outbox GROUP BY name ORDER BY name`,
    );
    expect(rows).toEqual([{ name: 'finished', n: 300, games: 300 }]);
    await Promise.all(harness.replicas.map(({ play }) => play.end()));
  }, 60_000);

  test('rejects moves beyond the limit of waiting moves, and accepts their repeat', async () => {
    harness = await startHarness({ replicas: 1, env: { WAITING_MOVES: '5' } });
    const games = await Promise.all(Array.from({ length: 40 }, () => createFriendlyGame(harness.room)));
    const { play } = harness.replicas[0]!;
    const outcomes = await harness.sql
      .tx(async (sql) => {
        // The lock delays the commits until all moves have arrived.
        await sql.query('LOCK TABLE game IN SHARE MODE');
        const moves = games.map((game) => play(game.id, game.xPlayerId, 1));
        await Promise.race(moves);
        return moves;
      })
      .then((moves) => Promise.all(moves));
    const rejected = outcomes.flatMap((outcome) => (outcome?.$case === 'error' ? [outcome.value.code] : []));
    expect(rejected.length).toBeGreaterThan(0);
    expect(new Set(rejected)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome?.$case === 'game') continue;
      const game = games[index]!;
      expect(await play(game.id, game.xPlayerId, 1)).toMatchObject({ $case: 'game', value: { moves: [1] } });
    }
  });

  test('returns NOT_FOUND for a move in an unknown game', async () => {
    harness = await startHarness({ replicas: 1 });
    await expect(
      harness.replicas[0]!.play(toGameId(randomUUID()), toUserId(randomUUID()), 1),
    ).resolves.toMatchObject({
      $case: 'error',
      value: { code: 'GAME_NOT_FOUND' },
    });
  });
});

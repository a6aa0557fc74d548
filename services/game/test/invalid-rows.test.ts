import { GameChange } from '@fifteen/proto/events';
import type { GameState } from '@fifteen/proto/game';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  createFriendlyGame,
  playAll,
  startHarness,
  startOf,
  until,
  X_WINS,
  type Harness,
} from './harness.ts';

/** An invalid row among valid ones, as a defect or a repair by hand may leave it: no game can have these moves. */

const BET = 5_000;
const FAST = {
  ...{ TURN_SECONDS: '600', AUTO_MOVE_SECONDS: '60', OUTAGE_SECONDS: '60', CLOCK_INTERVAL_SECONDS: '0.05' },
  ...{ STAKE_RETRY_SECONDS: '0.2', STAKE_INTERVAL_SECONDS: '0.1' },
  FAIR_PLAY_INTERVAL_SECONDS: '0.1',
};
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ replicas: 1, withEconomy: true, env: FAST });
});
afterAll(() => harness.stop());

const idsOf = (games: GameState[]) => games.map(({ id }) => id);
/** Makes the moves of the first and the last game invalid, and all games due in the same pass, in either order. */
const invalidateEnds = (games: GameState[]) =>
  harness.sql.tx(async (sql) => {
    // The database lets no defect of the service change a game that is over.
    await sql.query('ALTER TABLE game DISABLE TRIGGER USER');
    await sql.query(
      `UPDATE game SET due_at = now() - interval '1 s', turn_deadline = turn_deadline - interval '1 h',
         moves = CASE WHEN id = ANY($1::uuid[]) THEN '{1, 1, 1, 1, 1}'::smallint[] ELSE moves END, settled_at = NULL,
         version = greatest(version, 5), last_move_at = CASE WHEN id = ANY($1::uuid[]) OR moves <> '{}' THEN now() END
       WHERE id = ANY($2::uuid[])`,
      [[games[0]!.id, games.at(-1)!.id], idsOf(games)],
    );
    await sql.query('ALTER TABLE game ENABLE TRIGGER USER');
  });
const countGames = async (games: GameState[], condition: string) =>
  (
    await harness.sql.query(`SELECT FROM game WHERE id = ANY($1::uuid[]) AND ${condition}`, [
      idsOf(games.slice(1, -1)),
    ])
  ).rowCount;
const alarmsOf = (error: { mock: { calls: unknown[][] } }, { id: gameId }: GameState) =>
  error.mock.calls.filter(
    ([fields]) => (fields as { gameId?: string }).gameId === gameId && (fields as { alarm?: boolean }).alarm,
  );

async function playGamesForCoins(positions: readonly number[]): Promise<GameState[]> {
  const games: GameState[] = [];
  for (let i = 0; i < 5; i += 1) {
    const players = [await harness.economy.user(20_000), await harness.economy.user(20_000)];
    const { game } = await harness.room.createGame({ ...startOf(players, BET), xPlayerId: players[0]! });
    games.push(await playAll(harness.gateway, game, positions));
  }
  return games;
}

test('a game with an invalid row raises an alarm and stops the clock of no other', async () => {
  const error = vi.spyOn(log, 'error');
  onTestFinished(() => error.mockRestore());
  const games: GameState[] = [];
  for (let i = 0; i < 5; i += 1) games.push(await createFriendlyGame(harness.room));
  await invalidateEnds(games);
  await until(async () => (await countGames(games, 'auto_x')) === 3);
  expect(alarmsOf(error, games[0]!)).not.toEqual([]);
});

test('players of other games learn that their turns are extended after an outage', async () => {
  const games: GameState[] = [];
  for (let i = 0; i < 5; i += 1) games.push(await createFriendlyGame(harness.room));
  await invalidateEnds(games);
  await harness.sql.query(`UPDATE game_clock SET tick_at = tick_at - interval '10 minutes'`);
  const extended = () =>
    harness.pushes
      .filter(({ push }) => push.change === GameChange.TURN_EXTENDED)
      .map(({ push }) => push.game!.id);
  await until(() => games.slice(1, -1).every(({ id }) => extended().includes(id)));
});

test('a game with an invalid row raises an alarm and delays the payout of no other', async () => {
  const error = vi.spyOn(log, 'error');
  onTestFinished(() => error.mockRestore());
  const games = await playGamesForCoins(X_WINS);
  await invalidateEnds(games);
  await until(async () => (await countGames(games, 'settled_at IS NOT NULL')) === 3);
  expect(alarmsOf(error, games[0]!)).not.toEqual([]);
});

test('a game with an invalid row raises an alarm and delays the fair-play review of no other', async () => {
  const error = vi.spyOn(log, 'error');
  onTestFinished(() => error.mockRestore());
  const games = await playGamesForCoins([1, 8, 6, 3, 11]);
  const judged = () =>
    harness.sql.query('SELECT FROM game WHERE judged_at IS NOT NULL AND id = ANY ($1)', [idsOf(games)]);
  await until(async () => (await judged()).rowCount === games.length);
  await harness.sql.tx(async (sql) => {
    // Without its first move, a game would begin on the locked cell.
    await sql.query('DELETE FROM move WHERE ply = 1 AND game_id = ANY ($1)', [
      [games[0]!.id, games.at(-1)!.id],
    ]);
    await sql.query('DELETE FROM fair_play_signal WHERE game_id = ANY ($1)', [idsOf(games)]);
    await sql.query('UPDATE game SET judged_at = NULL WHERE id = ANY ($1)', [idsOf(games)]);
  });
  const countSignals = async () =>
    (await harness.sql.query('SELECT FROM fair_play_signal WHERE game_id = ANY ($1)', [idsOf(games)]))
      .rowCount;
  await until(async () => (await countSignals()) === 6);
  expect(alarmsOf(error, games[0]!)).toHaveLength(1);
});

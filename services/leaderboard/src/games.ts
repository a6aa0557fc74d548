import { failpoint, writeOutbox, type OutboxEvent, type Sql } from '@fifteen/runtime';
import { addGame, type Gain } from './careers.ts';
import { seatsOf, type Ended, type Seat } from './ended.ts';
import { holdOpen, lockPeople } from './locks.ts';
import type { Parts } from './parts.ts';
import { tellGain } from './telling.ts';
import { weekOf, type Week } from './weeks.ts';
import { judge, refreshWeekly } from './weekly.ts';

/** Takes a game that ended into the books of its players, once per game. What it answers runs after the commit. */
export async function takeGame(parts: Parts, sql: Sql, game: Ended): Promise<void | (() => void)> {
  if (!(await writeGame(sql, game))) return undefined;
  const week = weekOf(game.finishedAt);
  const open = await openWeek(sql, week);
  const seats = seatsOf(game);
  await lockPeople(
    sql,
    seats.map(({ userId }) => userId),
  );
  for (const seat of seats) await writeSeat(sql, seat, week);
  const gains = new Map<string, Gain>();
  for (const seat of seats) gains.set(seat.userId, await addGame(sql, seat.userId, seat));
  if (seats.length === 2) await countForWeek(parts, sql, { game, seats, week, open });
  await writeOutbox(
    sql,
    seats.map(({ userId }) => recordChanged(userId)),
  );
  return () => {
    failpoint('leaderboard.game.after-commit');
    parts.relay.wake();
    for (const [userId, gain] of gains) tellGain(parts, userId, gain);
  };
}

/** The fact that a record, achievement or border differs: caches drop their card. */
export const recordChanged = (userId: string): OutboxEvent => ({
  name: 'record_changed',
  aggregateId: userId,
  body: { $case: 'recordChanged', value: { userId } },
});

async function writeGame(sql: Sql, game: Ended): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO game (id, x_user, o_user, winner, condition, plies, bet, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
    [game.id, game.x, game.o, game.winner, game.condition, game.plies, game.bet, game.finishedAt],
  );
  return rowCount === 1;
}

/** Makes sure that there is the week. Answers whether it is open, and keeps it so. */
async function openWeek(sql: Sql, week: Week): Promise<boolean> {
  await sql.query(`INSERT INTO week (year, number) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    week.year,
    week.number,
  ]);
  return holdOpen(sql, week);
}

const writeSeat = (sql: Sql, seat: Seat, week: Week): Promise<unknown> =>
  sql.query(
    `INSERT INTO player_game (user_id, game_id, opponent_id, outcome, diagonal, coins, finished_at, year, week)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[seat.userId, seat.gameId, seat.opponentId, seat.outcome, seat.diagonal, seat.coins],
      ...[seat.finishedAt, week.year, week.number],
    ],
  );

/** A game that ended in a week that is closed is for all time only (reliability 1.8), and a person must know. */
async function countForWeek(
  { rules, log }: Parts,
  sql: Sql,
  { game, seats, week, open }: { game: Ended; seats: readonly Seat[]; week: Week; open: boolean },
): Promise<void> {
  if (!open) {
    log.error({ gameId: game.id, week }, 'game arrived after its week was closed');
    return;
  }
  if ((await judge(sql, [game], rules)).length === 0) return;
  for (const { userId } of seats) await refreshWeekly(sql, week, userId, rules);
}

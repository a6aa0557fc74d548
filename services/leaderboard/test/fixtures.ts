import { randomUUID } from 'node:crypto';
import { type GameId, toRoomId, toUserId, type UserId, toGameId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import { Condition, GameState, Mark, Status } from '@fifteen/proto/game';
import type { Database, Sql } from '@fifteen/runtime';

/** Writes rows and outbox events into the databases of the identity and the game service, with any time of the row. */

const CONDITIONS = {
  draw: Condition.DRAW,
  horizontal: Condition.HORIZONTAL,
  vertical: Condition.VERTICAL,
  diagonal: Condition.DIAGONAL,
  abandonment: Condition.ABANDONMENT,
  expired: Condition.EXPIRED,
} as const;

/** Fifteen moves that complete no line. */
const MOVES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11, 14, 13, 15];

/** A finished game. X won it by default. */
export interface FinishedGameRow {
  x: UserId;
  o: UserId;
  winner?: 'X' | 'O' | null;
  condition?: keyof typeof CONDITIONS;
  plies?: number;
  bet?: number;
  at?: Date;
  /** Whether its event is published, true by default. The row is written in either case. */
  published?: boolean;
  id?: GameId;
}

const writeEvent = async (
  sql: Sql,
  name: string,
  { aggregateId, at, body }: { aggregateId: string; at: Date; body: NonNullable<Event['body']> },
): Promise<void> => {
  const event = Event.fromPartial({ aggregateId });
  event.body = body;
  await sql.query(`INSERT INTO outbox (name, aggregate_id, payload, at) VALUES ($1, $2, $3, $4)`, [
    name,
    aggregateId,
    Buffer.from(Event.encode(event).finish()),
    at,
  ]);
};

/** Writes a finished game into the game service's database. Returns its id. */
export async function writeGame(games: Database, row: FinishedGameRow): Promise<GameId> {
  const {
    id = toGameId(randomUUID()),
    x,
    o,
    condition = 'horizontal',
    plies = 9,
    bet = 0,
    at = new Date(),
  } = row;
  const isWithoutWinner = condition === 'draw' || condition === 'expired';
  const winner = isWithoutWinner ? null : row.winner === undefined ? 'X' : row.winner;
  const left = condition === 'abandonment' ? (winner === 'X' ? o : x) : null;
  const over = condition === 'abandonment' || condition === 'expired' ? 'abandoned' : 'finished';
  const moves = MOVES.slice(0, plies);
  await games.tx(async (sql) => {
    await sql.query(
      `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition,
         abandoned_by, started_at, last_move_at, finished_at, settled_at)
       VALUES ($1, 'a-room', 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11, $11)`,
      [id, x, o, bet, over, moves, plies, winner, condition, left, at],
    );
    if (row.published === false) return;
    const game = GameState.fromPartial({
      ...{ id, roomId: toRoomId('a-room'), round: 1, xPlayerId: x, oPlayerId: o, moves, version: plies, bet },
      status: over === 'finished' ? Status.FINISHED : Status.ABANDONED,
      winner: winner === 'X' ? Mark.X : winner === 'O' ? Mark.O : undefined,
      ...{ condition: CONDITIONS[condition], finishedAt: at, abandonedBy: left ?? '' },
    });
    await writeEvent(sql, 'finished', {
      aggregateId: id,
      at,
      body: { $case: 'gameFinished', value: { game } },
    });
  });
  return id;
}

/** Default time of a registration or access record. */
const LONG_AGO = new Date('2024-01-01T00:00:00Z');

interface AccountRow {
  guest?: boolean;
  at?: Date;
  /** Whether its event is published, true by default. */
  published?: boolean;
  id?: UserId;
}

/** Writes an account into the identity service's database: registered, unless a guest. Returns its id. */
export async function writeAccount(identity: Database, row: AccountRow = {}): Promise<UserId> {
  const { guest = false, at = LONG_AGO, published = true, id: userId = toUserId(randomUUID()) } = row;
  const mail = guest ? null : `${userId}@example.org`;
  await identity.tx(async (sql) => {
    await sql.query(
      `INSERT INTO account (id, username, display_name, email, email_key, password_hash, locale, registered_at,
         verified_at)
       VALUES ($1, left($1, 32), 'Test user', $2, $2, $3, 'en', $4, $4)`,
      [userId, mail, guest ? null : 'hash', guest ? null : at],
    );
    if (published)
      await writeEvent(sql, 'user_created', {
        ...{ aggregateId: userId, at },
        body: { $case: 'userCreated', value: { userId, guest } },
      });
  });
  return userId;
}

/** Writes that a guest registered, with its event. */
export const writeUserUpgraded = (identity: Database, userId: UserId, at: Date): Promise<void> =>
  identity.tx(async (sql) => {
    await sql.query(`UPDATE account SET verified_at = least(verified_at, $2) WHERE id = $1`, [userId, at]);
    await writeEvent(sql, 'user_upgraded', {
      ...{ aggregateId: userId, at },
      body: { $case: 'userUpgraded', value: { userId } },
    });
  });

/** Writes the event that a user was seen with a network and device. */
export const writeUserSeen = (
  identity: Sql,
  value: { userId: UserId; network: string; device: string },
  at = LONG_AGO,
): Promise<void> =>
  writeEvent(identity, 'user_seen', { aggregateId: value.userId, at, body: { $case: 'userSeen', value } });

/** Writes the event that a guest was deleted. */
export const writeUserDeleted = (identity: Sql, userId: UserId): Promise<void> =>
  writeEvent(identity, 'user_deleted', {
    ...{ aggregateId: userId, at: new Date() },
    body: { $case: 'userDeleted', value: { userId } },
  });

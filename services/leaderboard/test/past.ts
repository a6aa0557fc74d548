import { randomUUID } from 'node:crypto';
import { Event } from '@fifteen/proto/events';
import { Condition, GameState, Mark, Status } from '@fifteen/proto/game';
import type { Database, Sql } from '@fifteen/runtime';

/**
 * What happened before a test: rows as the identity and the game service would have left them, with their facts, at
 * whatever time. Both services are real; only the time was another one.
 */

const CONDITIONS = {
  draw: Condition.DRAW,
  horizontal: Condition.HORIZONTAL,
  vertical: Condition.VERTICAL,
  diagonal: Condition.DIAGONAL,
  abandonment: Condition.ABANDONMENT,
  expired: Condition.EXPIRED,
} as const;

/** Fifteen moves that make no line on their way. */
const MOVES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11, 14, 13, 15];

/** A game that ended. X won it when nothing else is said. */
export interface Past {
  x: string;
  o: string;
  winner?: 'X' | 'O' | null;
  condition?: keyof typeof CONDITIONS;
  plies?: number;
  bet?: number;
  at?: Date;
  /** Whether its fact goes out; the row is there in any case. */
  told?: boolean;
  id?: string;
}

const fact = async (
  sql: Sql,
  name: string,
  { aggregateId, at, body }: { aggregateId: string; at: Date; body: NonNullable<Event['body']> },
): Promise<void> => {
  const event = Event.fromPartial({ occurredAt: at, aggregateId });
  event.body = body;
  await sql.query(`INSERT INTO outbox (name, aggregate_id, payload) VALUES ($1, $2, $3)`, [
    name,
    aggregateId,
    Buffer.from(Event.encode(event).finish()),
  ]);
};

/** Writes a game that ended into the game service's database. Answers its id. */
export async function gameWas(games: Database, past: Past): Promise<string> {
  const { id = randomUUID(), x, o, condition = 'horizontal', plies = 9, bet = 0, at = new Date() } = past;
  const none = condition === 'draw' || condition === 'expired';
  const winner = none ? null : past.winner === undefined ? 'X' : past.winner;
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
    if (past.told === false) return;
    const game = GameState.fromPartial({
      ...{ id, roomId: 'a-room', round: 1, xPlayerId: x, oPlayerId: o, moves, version: plies, bet },
      status: over === 'finished' ? Status.FINISHED : Status.ABANDONED,
      winner: winner === 'X' ? Mark.X : winner === 'O' ? Mark.O : Mark.NONE,
      ...{ condition: CONDITIONS[condition], finishedAt: at, abandonedBy: left ?? '' },
    });
    await fact(sql, 'finished', { aggregateId: id, at, body: { $case: 'gameFinished', value: { game } } });
  });
  return id;
}

/** Whoever a test needs has been there since then. */
const LONG_AGO = new Date('2024-01-01T00:00:00Z');

interface Somebody {
  guest?: boolean;
  at?: Date;
  told?: boolean;
  id?: string;
}

/** Writes an account into the identity service's database: registered, unless a guest. Answers its id. */
export async function personWas(identity: Database, somebody: Somebody = {}): Promise<string> {
  const { guest = false, at = LONG_AGO, told = true, id: userId = randomUUID() } = somebody;
  const mail = guest ? null : `${userId}@example.org`;
  await identity.tx(async (sql) => {
    await sql.query(
      `INSERT INTO account (id, username, display_name, email, email_key, password_hash, locale, registered_at,
         verified_at, wallet_opened_at)
       VALUES ($1, left($1, 32), 'Somebody', $2, $2, $3, 'en', $4, $4, now())`,
      [userId, mail, guest ? null : 'hash', guest ? null : at],
    );
    if (told)
      await fact(sql, 'user_created', {
        ...{ aggregateId: userId, at },
        body: { $case: 'userCreated', value: { userId, guest } },
      });
  });
  return userId;
}

/** The fact that a guest became a member. */
export const upgradeWas = (identity: Sql, userId: string, at: Date): Promise<void> =>
  fact(identity, 'user_upgraded', {
    ...{ aggregateId: userId, at },
    body: { $case: 'userUpgraded', value: { userId } },
  });

/** The fact that a session of somebody began. */
export const seenWas = (
  identity: Sql,
  value: { userId: string; network: string; device: string },
  at = LONG_AGO,
): Promise<void> =>
  fact(identity, 'user_seen', { aggregateId: value.userId, at, body: { $case: 'userSeen', value } });

/** The fact that somebody is gone. */
export const departureWas = (identity: Sql, userId: string, guest: boolean): Promise<void> =>
  fact(identity, 'user_deleted', {
    ...{ aggregateId: userId, at: new Date() },
    body: { $case: 'userDeleted', value: { userId, guest } },
  });

import { randomUUID } from 'node:crypto';
import { Answer, type AnswerAgainRequest, type AskAgainRequest, type PlayAgain } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { isBot } from './ids.ts';
import { lockRoom } from './locks.ts';
import { commit, type News } from './news.ts';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { insertRound, lastRound, latestSituation, tellOff } from './rounds.ts';
import { roleOf, situationOf, type Situation } from './situation.ts';
import { requireStake } from './stake.ts';

/** How long a request waits for its answer. */
const AGAIN_LIFE_S = 60;

interface AgainRow {
  id: string;
  room_id: string;
  game_id: string;
  requester_id: string;
  requested_id: string;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed';
  requested_at: Date;
  /** Still pending, but nobody answered in time. */
  late: boolean;
}

const COLUMNS = `id, room_id, game_id, requester_id, requested_id, status, requested_at,
  status = 'pending' AND requested_at <= now() - make_interval(secs => ${AGAIN_LIFE_S}) AS late`;

const ANSWER = {
  pending: Answer.PENDING,
  accepted: Answer.ACCEPTED,
  rejected: Answer.REJECTED,
  lapsed: Answer.REJECTED,
} as const;

const shown = (row: AgainRow): PlayAgain => ({
  id: row.id,
  roomId: row.room_id,
  gameId: row.game_id,
  requesterId: row.requester_id,
  requestedId: row.requested_id,
  status: ANSWER[row.status],
  requestedAt: row.requested_at,
});

function tellBoth(news: News, row: AgainRow): void {
  for (const id of [row.requester_id, row.requested_id]) {
    news.toUser(id, { $case: 'playAgain', value: shown(row) });
  }
}

/** A request as it is after an act, and the round that the act agreed to. */
interface Outcome {
  again: AgainRow;
  round?: number;
  /** The request was answered like that before. */
  repeated?: true;
}

/**
 * Asks the other player of a room's last game for another; see the RPC. When the other has asked already, both have
 * agreed. Errors: NOT_FOUND, NOT_A_PLAYER, OPPONENT_LEFT, PLAY_AGAIN_EXISTS, INSUFFICIENT_COINS, GAME_RUNNING,
 * CONFLICT (a bot, or not the last game), SERVICE_UNAVAILABLE.
 */
export async function askAgain(parts: Parts, request: AskAgainRequest): Promise<PlayAgain> {
  const { gameId, requesterId } = request;
  const { rows } = await parts.db.query<{ room_id: string }>(`SELECT room_id FROM round WHERE game_id = $1`, [
    gameId,
  ]);
  const roomId = rows[0]?.room_id;
  if (!roomId) throw new AppError('NOT_FOUND', 'Game not found');
  const before = await latestSituation(parts, roomId, requesterId);
  const agreed = await agreement(parts.db, before, request);
  if (agreed) return shown(agreed);
  assertMay('ask', before);
  await requireStake(parts, requesterId, before.bet);
  const outcome = await commit(parts, 'ask', async (sql, news) => {
    await lockRoom(sql, roomId);
    const now = await situationOf(sql, roomId, requesterId);
    const again = await agreement(sql, now, request);
    if (again) return { again };
    assertMay('ask', now);
    return ask(sql, news, now, request);
  });
  return counted(parts, outcome);
}

/**
 * The other's request that this one agreed to before, if the game of it is yet to come or runs: asking again is the same
 * act then, since its answer may have been lost.
 */
async function agreement(
  sql: Sql,
  room: Situation,
  { gameId, requesterId }: AskAgainRequest,
): Promise<AgainRow | undefined> {
  if (roleOf(room, requesterId) !== 'player') return;
  if (room.phase !== 'agreed' && room.phase !== 'playing') return;
  const { rows } = await sql.query<AgainRow>(
    `SELECT ${COLUMNS} FROM rematch_request WHERE game_id = $1 AND requested_id = $2 AND status = 'accepted'`,
    [gameId, requesterId],
  );
  return rows[0];
}

async function ask(
  sql: Sql,
  news: News,
  room: Situation,
  { gameId, requesterId, requestedId }: AskAgainRequest,
): Promise<Outcome> {
  const last = await lastRound(sql, room.id);
  if (last?.gameId !== gameId) throw new AppError('CONFLICT', 'Another game was played since');
  if (!last.playerIds.includes(requesterId))
    throw new AppError('NOT_A_PLAYER', 'You are not a player in this game');
  const opponentId = last.playerIds.find((id) => id !== requesterId) ?? '';
  if (isBot(opponentId)) throw new AppError('CONFLICT', 'A computer opponent cannot be asked');
  if (requestedId !== opponentId) throw new AppError('CONFLICT', 'This was not your opponent');
  const { rows } = await sql.query<AgainRow>(
    `SELECT ${COLUMNS} FROM rematch_request WHERE game_id = $1 FOR UPDATE`,
    [gameId],
  );
  if (rows.some((row) => row.requester_id === requesterId))
    throw new AppError('PLAY_AGAIN_EXISTS', 'You have already asked for another game');
  const theirs = rows.find((row) => row.requester_id === opponentId);
  if (roleOf(room, opponentId) !== 'player') throw opponentLeft();
  if (room.phase === 'agreed') throw new AppError('CONFLICT', 'You have agreed to another game already');
  if (theirs?.status === 'pending' && !theirs.late) return agree(sql, news, theirs);
  if (theirs?.late) await settle(sql, news, theirs, 'lapsed');
  const { rows: written } = await sql.query<AgainRow>(
    `INSERT INTO rematch_request (id, room_id, game_id, requester_id, requested_id) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${COLUMNS}`,
    [randomUUID(), room.id, gameId, requesterId, opponentId],
  );
  const again = one(written);
  tellBoth(news, again);
  return { again };
}

/**
 * Answers a request for another game; see the RPC. Errors: NOT_FOUND (also when it was not answered in time), CONFLICT
 * (answered otherwise), OPPONENT_LEFT, INSUFFICIENT_COINS, SERVICE_UNAVAILABLE.
 */
export async function answerAgain(
  parts: Parts,
  { requestId, userId, accept }: AnswerAgainRequest,
): Promise<PlayAgain> {
  const { rows } = await parts.db.query<{ room_id: string; bet: number; pending: boolean }>(
    `SELECT room_id, bet, rematch_request.status = 'pending' AS pending FROM rematch_request JOIN room ON room.id = room_id
     WHERE rematch_request.id = $1 AND requested_id = $2`,
    [requestId, userId],
  );
  const [found] = rows;
  if (!found) throw noRequest();
  if (accept && found.pending) await requireStake(parts, userId, found.bet);
  const outcome = await commit(parts, accept ? 'accept' : 'reject', async (sql, news) => {
    await lockRoom(sql, found.room_id);
    const room = await situationOf(sql, found.room_id, userId);
    assertMay('answer', room);
    const { rows: locked } = await sql.query<AgainRow>(
      `SELECT ${COLUMNS} FROM rematch_request WHERE id = $1 FOR UPDATE`,
      [requestId],
    );
    return answer(sql, news, room, one(locked), accept);
  });
  return counted(parts, outcome);
}

async function answer(
  sql: Sql,
  news: News,
  room: Situation,
  again: AgainRow,
  accept: boolean,
): Promise<Outcome> {
  const wanted = accept ? 'accepted' : 'rejected';
  if (again.status === wanted) return { again, repeated: true };
  if (again.status === 'accepted' || again.status === 'rejected')
    throw new AppError('CONFLICT', 'You have answered this already');
  if (roleOf(room, again.requester_id) !== 'player') throw opponentLeft();
  if (again.status === 'lapsed' || again.late) throw noRequest();
  return accept ? agree(sql, news, again) : { again: await settle(sql, news, again, 'rejected') };
}

/** Both want another game: its round is written down in the same transaction, with the seats swapped. */
async function agree(sql: Sql, news: News, again: AgainRow): Promise<Outcome> {
  const last = await lastRound(sql, again.room_id);
  if (last?.gameId !== again.game_id) throw noRequest();
  const accepted = await settle(sql, news, again, 'accepted');
  const xPlayerId = last.xPlayerId ? last.playerIds.find((id) => id !== last.xPlayerId) : undefined;
  const round = await insertRound(sql, again.room_id, {
    ...{ status: 'agreed', playerIds: last.playerIds },
    ...(xPlayerId ? { xPlayerId } : {}),
  });
  return { again: accepted, round };
}

/** Gives a request its end, and tells both. */
async function settle(sql: Sql, news: News, { id }: AgainRow, status: AgainRow['status']): Promise<AgainRow> {
  const { rows } = await sql.query<AgainRow>(
    `UPDATE rematch_request SET status = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, status],
  );
  tellBoth(news, one(rows));
  return one(rows);
}

function counted(parts: Parts, { again, round, repeated }: Outcome): PlayAgain {
  if (round) parts.countdowns.begin(parts, { roomId: again.room_id, round, gameId: again.game_id });
  return { ...shown(again), ...(repeated ? { repeatedAnswer: true } : {}) };
}

/** A player leaves a room: what waits for an answer is declined, what was agreed and has not begun is off. */
export async function endAgreements(sql: Sql, news: News, roomId: string, leaverId: string): Promise<void> {
  const { rows } = await sql.query<AgainRow>(
    `UPDATE rematch_request SET status = 'lapsed' WHERE room_id = $1 AND status = 'pending' RETURNING ${COLUMNS}`,
    [roomId],
  );
  for (const row of rows) {
    const other = row.requester_id === leaverId ? row.requested_id : row.requester_id;
    news.toUser(other, { $case: 'playAgain', value: shown(row) });
  }
  const { rowCount } = await sql.query(
    `UPDATE round SET status = 'off', updated_at = now() WHERE room_id = $1 AND status = 'agreed'`,
    [roomId],
  );
  if (rowCount) await tellOff(sql, news, roomId, 'OPPONENT_LEFT');
}

/** The requests that wait for a user's answer, oldest first. */
export async function againRequests(parts: Parts, userId: string): Promise<PlayAgain[]> {
  const { rows } = await parts.db.query<AgainRow>(
    `SELECT ${COLUMNS} FROM rematch_request WHERE requested_id = $1 AND status = 'pending' ORDER BY requested_at`,
    [userId],
  );
  return rows.filter((row) => !row.late).map(shown);
}

/** Ends the requests that nobody answered in time. */
export async function lapseRequests(parts: Parts): Promise<void> {
  await commit(parts, 'lapse', async (sql, news) => {
    const { rows } = await sql.query<AgainRow>(
      `UPDATE rematch_request SET status = 'lapsed' WHERE id IN (
         SELECT id FROM rematch_request WHERE status = 'pending' AND requested_at <= now() - make_interval(secs => $1)
         LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`,
      [AGAIN_LIFE_S],
    );
    for (const row of rows) tellBoth(news, row);
  });
}

function one(rows: readonly AgainRow[]): AgainRow {
  const [row] = rows;
  if (!row) throw new Error('a request is gone');
  return row;
}

const noRequest = () => new AppError('NOT_FOUND', 'Play again request not found');
const opponentLeft = () => new AppError('OPPONENT_LEFT', 'Your opponent has left the room');

import { randomUUID } from 'node:crypto';
import { Role, type CurrentAnswer, type JoinRequest } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { leaveOtherRooms } from './leave.ts';
import { lockMovers } from './locks.ts';
import { commit, type News } from './news.ts';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { roomIdOf, touchRoom } from './rooms.ts';
import { whenFree } from './rounds.ts';
import { playersOf, roleOf, situationOf, type Situation } from './situation.ts';
import { requireStake } from './stake.ts';
import { roomWithGame } from './view.ts';

/**
 * Enters a room by its code; see the RPC. Errors: NOT_FOUND (private and not invited, too), FORBIDDEN (a block), ROOM_FULL,
 * SPECTATORS_NOT_ALLOWED, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, CONFLICT (a player who would watch),
 * SERVICE_UNAVAILABLE.
 */
export async function joinRoom(parts: Parts, request: JoinRequest): Promise<CurrentAnswer> {
  const role = request.role === Role.SPECTATOR ? 'spectator' : 'player';
  const { userId } = request;
  const roomId = await roomIdOf(parts.db, request.code);
  const situation = await situationOf(parts.db, roomId, userId);
  assertMay(role === 'player' ? 'sit' : 'watch', situation);
  assertNoBlock(situation, request);
  if (role === 'player' && roleOf(situation, userId) !== 'player')
    await requireStake(parts, userId, situation.bet);
  await whenFree(parts, [userId], () =>
    commit(parts, 'join', async (sql, news) => {
      await lockMovers(sql, [userId], roomId);
      assertNoBlock(await situationOf(sql, roomId, userId), request);
      await enter(sql, news, roomId, userId, role);
    }),
  );
  return roomWithGame(parts, roomId);
}

/** Throws FORBIDDEN when a player of the room and the user have a block between them; it does not say who blocks. */
function assertNoBlock(room: Situation, { userId, blockedIds }: JoinRequest): void {
  if (!roleOf(room, userId) && playersOf(room).some((player) => blockedIds.includes(player.userId)))
    throw new AppError('FORBIDDEN', 'There is a block between you and a player in this room');
}

/**
 * Puts a user into a room and out of any other; the caller holds the locks and has seen their coins. In it already in
 * that role, nothing changes. Errors: NOT_FOUND, ROOM_FULL, SPECTATORS_NOT_ALLOWED, ALREADY_IN_GAME, CONFLICT.
 */
export async function enter(
  sql: Sql,
  news: News,
  roomId: string,
  userId: string,
  role: 'player' | 'spectator',
): Promise<void> {
  const situation = await situationOf(sql, roomId, userId);
  assertMay(role === 'player' ? 'sit' : 'watch', situation);
  const before = roleOf(situation, userId);
  if (before === role) return;
  if (role === 'spectator' && situation.maxPlayers === 2)
    throw new AppError('SPECTATORS_NOT_ALLOWED', 'This room does not allow spectators');
  if (before) await sql.query(`DELETE FROM participant WHERE user_id = $1`, [userId]);
  else await leaveOtherRooms(sql, news, [userId]);
  await takePlace(sql, roomId, userId, role);
  await touchRoom(sql, news, roomId);
}

const PLACES = { player: [1, 2], spectator: [3, 52] } as const;

/** Gives a user the first free place of a role; a seat is consent to one game. Errors: ROOM_FULL. */
export async function takePlace(
  sql: Sql,
  roomId: string,
  userId: string,
  role: 'player' | 'spectator',
): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO participant (user_id, id, room_id, role, agreed, place)
     SELECT $1, $2, $3, $4, $4 = 'player', min(place) FROM generate_series($5::int, $6::int) AS place
     WHERE NOT EXISTS (SELECT 1 FROM participant WHERE room_id = $3 AND participant.place = place.place)
     HAVING min(place) IS NOT NULL`,
    [userId, randomUUID(), roomId, role, ...PLACES[role]],
  );
  if (rowCount === 0) throw new AppError('ROOM_FULL', 'Room is full');
}

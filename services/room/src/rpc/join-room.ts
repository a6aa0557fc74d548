import { Role, type JoinRoomResponse, type JoinRoomRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { lockUsersAndRooms } from '../db/locks.ts';
import { findRoomByCode } from '../db/rooms.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { assertNoBlock } from '../domain/blocks.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { roleOf } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import { assertFreeToPlay } from '../workflows/check-stake.ts';
import { enterRoom } from '../workflows/enter-room.ts';
import { loadEnteredRoom } from '../workflows/load-room.ts';
import { retryAfterGames } from '../workflows/reconcile-games.ts';

/**
 * Adds a user to a room, by its code. They leave any other room. Its game is absent while the game service is unavailable.
 * @throws ROOM_NOT_FOUND (also private and not invited), BLOCKED_IN_ROOM, ROOM_FULL, SPECTATORS_NOT_ALLOWED,
 * INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, ALREADY_A_PLAYER (who would watch), SERVICE_UNAVAILABLE
 */
export async function joinRoom(context: AppContext, request: JoinRoomRequest): Promise<JoinRoomResponse> {
  const role = request.role === Role.SPECTATOR ? 'spectator' : 'player';
  const { userId } = request;
  const roomId = await findRoomByCode(context.db, request.code);
  const snapshot = await loadSnapshot(context.db, roomId, userId);
  assertAllowed(role === 'player' ? 'join' : 'spectate', snapshot);
  assertNoBlock(snapshot, request, role);
  if (role === 'player' && roleOf(snapshot, userId) !== 'player')
    await assertFreeToPlay(context, userId, snapshot.bet);
  await retryAfterGames(context, [userId], () =>
    transact(context, 'join-room', async (sql, notifications) => {
      await lockUsersAndRooms(sql, [userId], roomId);
      assertNoBlock(await loadSnapshot(sql, roomId, userId), request, role);
      await enterRoom(sql, notifications, roomId, userId, role);
    }),
  );
  return loadEnteredRoom(context, roomId);
}

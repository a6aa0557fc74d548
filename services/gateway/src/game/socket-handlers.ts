import type { GameId } from '@fifteen/domain';
import { AppError, isAppError, timed, type Log, type Nats, type Pusher, unavailable } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Connection } from '../realtime/connection.ts';
import type { SocketHandlers } from '../realtime/dispatcher.ts';
import type { Fanout } from '../realtime/fanout.ts';
import { logUpdateFailure } from '../realtime/log-update-failure.ts';
import { seatOf, toGame, toMark } from '../translation/game.ts';
import type { Emojis } from './emojis.ts';
import { moves } from './metrics.ts';
import type { MoveStreams } from './move-streams.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  fanout: Fanout;
  moveStreams: MoveStreams;
  emojis: Emojis;
  push: Pusher;
  nats: Pick<Nats, 'isConnected'>;
  log: Log;
}

/** Moves, auto-play, and what players send each other during a game. */
export const gameSocketHandlers = (
  deps: Deps,
): Pick<SocketHandlers, 'move' | 'disable_auto_play' | 'player_chat' | 'send_emoji'> => ({
  move: async (connection, { gameId, position, ply }) => {
    const { fanout, moveStreams } = deps;
    const { userId } = connection;
    const knownBefore = connection.seen?.gameId === gameId ? connection.seen.version : -1;
    const acceptMove = async (): Promise<void> =>
      fanout.moveAccepted(connection, await moveStreams.move({ gameId, userId, position, ply }), knownBefore);
    try {
      await timed(moves, acceptMove, moveOutcome);
    } catch (error) {
      refreshSoon(fanout, connection, gameId);
      throw toMoveError(deps, connection, gameId, error);
    }
    // The move is made: without its room, the client gets no error.
    if (!connection.room) await joinRoomOfCurrentGame(deps, connection).catch(logUpdateFailure(deps.log));
  },

  disable_auto_play: async (connection, { gameId }) => {
    const { fanout, clients, profiles } = deps;
    const { userId, room } = connection;
    const { game: state } = await clients.game.calls
      .takeControl({ gameId, userId })
      .catch((error: unknown) => {
        refreshSoon(fanout, connection, gameId);
        throw error;
      });
    fanout.gameUpdated({ state, final: false });
    if (room?.id === state.roomId) return;
    // The members of the room are notified; this connection has not joined it.
    const player = seatOf(state, userId);
    const game = toGame(state, profiles.lookup, Date.now());
    if (player) connection.send({ type: 'auto_play_disabled', gameId, player, game });
  },

  player_chat: ({ room, userId }, { roomId, messageText: text }) => {
    const { push, nats } = deps;
    const seat = room?.game && seatOf(room.game, userId);
    // A player of the room who did not play its game.
    if (!seat) throw new AppError('NOT_A_PLAYER');
    if (!nats.isConnected) throw unavailable('nats');
    const value = { roomId, gameId: room.game.id, userId, seat: toMark(seat), text };
    push.toRoom(roomId, { $case: 'chat', value });
  },

  send_emoji: async (connection, { gameId, emojiId, recipientId }) => {
    const { userId, room } = connection;
    const { emoji, roomId, repeated } = await deps.emojis.send(userId, { gameId, emojiId, recipientId });
    // All members of the room receive it, including the sender. A repeat is only sent to its sender.
    if (repeated || room?.id !== roomId)
      connection.send({ type: 'emoji_sent', gameId, emojiId, emoji, senderId: userId });
  },
});

/**
 * Lets the next pass of the refresher look up the game of a request that failed: the game service may have served it, or
 * the client has an old state.
 */
function refreshSoon(fanout: Fanout, { room }: Connection, gameId: GameId): void {
  const open = room?.game?.id === gameId && fanout.rooms.get(room.id);
  if (open) open.refreshAt = 0;
}

/** Codes of server faults. All other codes are about the move. */
const SERVER_FAULT_CODES: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

const moveOutcome = (error?: unknown): { outcome: 'ok' | 'rejected' | 'failed' } => {
  if (error === undefined) return { outcome: 'ok' };
  const isFault = !isAppError(error) || SERVER_FAULT_CODES.has(error.code);
  return { outcome: isFault ? 'failed' : 'rejected' };
};

/** Returns the error of a move with the name of the player whose turn it is. */
function toMoveError(
  { profiles }: Deps,
  { room, userId }: Connection,
  gameId: GameId,
  error: unknown,
): unknown {
  const game = room?.game;
  if (!isAppError(error, 'NOT_YOUR_TURN') || game?.id !== gameId) return error;
  const other = game.xPlayerId === userId ? game.oPlayerId : game.xPlayerId;
  return new AppError(error.code, { player: profiles.get(other).displayName });
}

/** Subscribes the connection of a player who moved before requesting the current state. */
async function joinRoomOfCurrentGame({ fanout, clients }: Deps, connection: Connection): Promise<void> {
  const { room, game } = await clients.room.getCurrentRoom({ userId: connection.userId });
  if (!room || connection.room || connection.closing) return;
  fanout.enter(connection, { room, game, offlineSince: undefined });
  if (game) fanout.gameUpdated({ state: game, final: true });
}

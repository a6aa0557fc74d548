import type { UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import { Role, type RoomState } from '@fifteen/proto/room';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Fanout } from '../realtime/fanout.ts';
import { GameUpdateDiffer } from '../realtime/game-update-differ.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { unknownProfile } from '../translation/player.ts';
import { toRoomWithParticipants } from '../translation/room.ts';

interface Deps {
  connections: UserConnections;
  fanout: Fanout;
  profiles: ProfileCache;
}

/**
 * Moves a matched player's connections into the room of the match, and sends match and game once each. A bot is announced
 * first, without a game: the game follows by another push. A connection that found the game before gets the match
 * nevertheless, because its client may search until then.
 */
export async function announceMatch(
  { connections, fanout, profiles }: Deps,
  userId: UserId,
  state: RoomState,
  game?: GameState,
): Promise<void> {
  await profiles.load(state.participants.map((participant) => participant.userId));
  const profileOf = profiles.lookup;
  const other = state.participants.find((one) => one.userId !== userId && one.role === Role.PLAYER);
  for (const connection of connections.of(userId)) {
    const isMatched = connection.matchedRoomId === state.id;
    if (isMatched && game && connection.seen?.gameId === game.id) continue;
    const room = fanout.enter(connection, { room: state, game, offlineSince: undefined });
    if (!isMatched) {
      connection.matchedRoomId = state.id;
      const opponent = other ? profileOf(other.userId) : unknownProfile('');
      const found = { ...toRoomWithParticipants({ state }, profileOf), opponent, betAmount: state.bet };
      connection.send({ type: 'match_found', ...found });
      connection.send({ type: 'matchmaking_success', ...found });
    }
    if (game)
      new GameUpdateDiffer(room, { state: room.game ?? game, final: false }, profileOf).sendTo(connection);
  }
}

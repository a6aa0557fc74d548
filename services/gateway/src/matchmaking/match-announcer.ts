import type { UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import { Role, type RoomState } from '@fifteen/proto/room';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Fanout } from '../realtime/fanout.ts';
import { GameUpdateDiffer } from '../realtime/game-update-differ.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { isActive } from '../translation/game.ts';
import { unknownProfile } from '../translation/player.ts';
import { toRoomWithParticipants } from '../translation/room.ts';

interface Deps {
  connections: UserConnections;
  fanout: Fanout;
  profiles: ProfileCache;
}

/**
 * Moves a matched player's connections into the room of the match, and sends match and game once each. A bot is announced
 * first, without a game: the game follows by another push. A connection that found the game before gets both
 * nevertheless: its client may search until then, and waits for the start that follows each match.
 */
export async function announceMatch(
  { connections, fanout, profiles }: Deps,
  userId: UserId,
  matched: RoomState,
  game?: GameState,
): Promise<void> {
  await profiles.load(matched.participants.map((participant) => participant.userId));
  const profileOf = profiles.lookup;
  const other = matched.participants.find((one) => one.userId !== userId && one.role === Role.PLAYER);
  for (const connection of connections.of(userId)) {
    const isMatched = connection.matchedRoomId === matched.id;
    if (isMatched && game && connection.startedGameId === game.id) continue;
    const room = fanout.enter(connection, { room: matched, game, offlineSince: undefined });
    if (!isMatched) {
      connection.matchedRoomId = matched.id;
      const opponent = other ? profileOf(other.userId) : unknownProfile('');
      const found = {
        ...toRoomWithParticipants({ state: matched }, profileOf),
        opponent,
        betAmount: matched.bet,
      };
      connection.send({ type: 'match_found', ...found });
      connection.send({ type: 'matchmaking_success', ...found });
    }
    if (!game) continue;
    const state = room.game ?? game;
    if (isActive(state) && connection.startedGameId !== state.id) connection.seen = undefined;
    new GameUpdateDiffer(room, { state, final: false }, profileOf).sendTo(connection);
  }
}

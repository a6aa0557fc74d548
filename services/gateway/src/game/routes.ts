import type { UserId } from '@fifteen/domain';
import { type GameState, Status } from '@fifteen/proto/game';
import { AppError } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Fanout } from '../realtime/fanout.ts';
import { isOver, seatOf, toGame } from '../translation/game.ts';
import type { MoveStreams } from './move-streams.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  moveStreams: MoveStreams;
  fanout: Fanout;
}

/** Games. */
export function gameRoutes({ clients, profiles, moveStreams, fanout }: Deps): RouteHandlers<'games'> {
  const shown = async (states: readonly GameState[]) => {
    await profiles.load(states.flatMap(({ xPlayerId, oPlayerId }) => [xPlayerId, oPlayerId]));
    const now = Date.now();
    return states.map((state) => toGame(state, profiles.lookup, now));
  };
  const one = async (state: GameState) => {
    const [game] = await shown([state]);
    if (!game) throw new Error('one in, one out');
    return game;
  };

  return {
    get: async ({ params, caller }) => {
      const { game: state } = await clients.game.calls.getGame({ gameId: params.id });
      if (state.status === Status.FUNDING) throw new AppError('GAME_NOT_READY');
      if (state.status === Status.CANCELLED) throw new AppError('GAME_NOT_FOUND');
      if (!isOver(state) && !(await mayWatch(clients, state, caller.userId))) {
        throw new AppError('FORBIDDEN');
      }
      return one(state);
    },
    history: async ({ query, caller }) => {
      const request = { userId: query.userId ?? caller.userId, cursor: query.cursor ?? '' };
      const { games, nextCursor } = await clients.game.calls.listGameHistory(request);
      return { games: await shown(games), nextCursor: nextCursor || null };
    },
    move: async ({ params, body, caller }) => {
      const state = await moveStreams.move({ ...body, gameId: params.id, userId: caller.userId });
      fanout.gameUpdated({ state, final: false });
      return one(state);
    },
  };
}

/** Returns whether a user may see a game. An active game is visible to its players and the members of its room. */
async function mayWatch({ room }: Clients, state: GameState, userId: UserId): Promise<boolean> {
  if (seatOf(state, userId) !== null) return true;
  const current = await room.getCurrentRoom({ userId });
  return current.room?.id === state.roomId;
}

import { Status, type GameState } from '@fifteen/proto/game';
import { AppError, isAppError } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import { mapNotFound, type Clients } from '../clients/clients.ts';
import type { Fanout } from '../realtime/fanout.ts';
import type { MoveStreams } from './move-streams.ts';
import type { Searches } from '../matchmaking/searches.ts';
import { toGame, isOver, seatOf } from '../translation/game.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  searches: Searches;
  play: MoveStreams;
  fanout: Fanout;
}

export const matchmakingRoutes = ({ searches }: Deps): RouteHandlers<'matchmaking'> => ({
  join: ({ caller, body }) => searches.join(caller.userId, body.betAmount, body.acceptComputer),
  leave: async ({ caller }) => {
    const { status, message } = await searches.leave(caller.userId);
    return { status, message };
  },
});

/** Games. */
export function gameRoutes({ clients, profiles, play, fanout }: Deps): RouteHandlers<'games'> {
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
      const state = await mapNotFound('GAME_NOT_FOUND', clients.game.calls.get({ gameId: params.id }));
      if (state.status === Status.FUNDING) throw new AppError('GAME_NOT_READY', 'not open yet');
      if (state.status === Status.CANCELLED) throw new AppError('GAME_NOT_FOUND', 'never opened');
      if (!isOver(state) && !(await mayWatch(clients, state, caller.userId))) {
        throw new AppError('FORBIDDEN', 'Access denied');
      }
      return one(state);
    },
    history: async ({ query, caller }) => {
      const request = { userId: query.userId ?? caller.userId, cursor: query.cursor ?? '' };
      const { games, nextCursor } = await clients.game.calls.history(request);
      return { games: await shown(games), nextCursor: nextCursor || null };
    },
    move: async ({ params, body, caller }) => {
      const state = await mapNotFound('GAME_NOT_FOUND', play.move(params.id, caller.userId, body.position));
      fanout.gameUpdated({ state, final: false });
      return one(state);
    },
  };
}

/** An open game is for its players and those in its room. */
async function mayWatch({ room }: Clients, state: GameState, userId: string): Promise<boolean> {
  if (seatOf(state, userId) !== null) return true;
  const current = await room.current({ userId });
  return current.room?.id === state.roomId;
}

/** The reward for a win against the computer. The economy knows what it is worth. */
export const awardRoutes = ({ clients }: Deps): RouteHandlers<'coins'> => ({
  award: async ({ body, caller, ip }) => {
    if (body.userId !== caller.userId) throw new AppError('FORBIDDEN', 'Access denied');
    const { reason, game } = body;
    const transcript = game && { difficulty: game.difficulty, moves: game.moves, gameId: game.id ?? '' };
    const request = { userId: caller.userId, reason, transcript, ip };
    const { coins } = await clients.economy.awardAi(request).catch((error: unknown) => {
      throw awardError(error);
    });
    return { coins };
  },
});

/** Rewards come at most one in 5 s: a longer wait means that the day's rewards are used up. */
const BETWEEN_REWARDS_S = 5;

/** Returns AWARD_LIMIT instead of TOO_MANY_REQUESTS where no more rewards are paid until tomorrow. */
export function awardError(error: unknown): unknown {
  if (!isAppError(error, 'TOO_MANY_REQUESTS')) return error;
  const { message, details } = error;
  return Number(details.retryAfter) > BETWEEN_REWARDS_S
    ? new AppError('AWARD_LIMIT', message, details)
    : error;
}

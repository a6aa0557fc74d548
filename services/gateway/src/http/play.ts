import { Status, type GameState } from '@fifteen/proto/game';
import { AppError, isAppError } from '@fifteen/runtime';
import type { Cards } from '../cards.ts';
import { naming, type Neighbours } from '../neighbours.ts';
import type { Hub } from '../hub.ts';
import type { Play } from '../play.ts';
import type { Searches } from '../search.ts';
import { gameOf, isOver, seatOf } from '../translate.ts';
import type { Handlers } from './handler.ts';

interface Parts {
  neighbours: Neighbours;
  cards: Cards;
  searches: Searches;
  play: Play;
  hub: Hub;
}

export const matchmakingHandlers = ({ searches }: Parts): Handlers<'matchmaking'> => ({
  join: ({ who, body }) => searches.join(who.userId, body.betAmount, body.acceptComputer),
  leave: async ({ who }) => {
    const { status, message } = await searches.leave(who.userId);
    return { status, message };
  },
});

/** Games. */
export function gameHandlers({ neighbours, cards, play, hub }: Parts): Handlers<'games'> {
  const shown = async (states: readonly GameState[]) => {
    await cards.load(states.flatMap(({ xPlayerId, oPlayerId }) => [xPlayerId, oPlayerId]));
    const now = Date.now();
    return states.map((state) => gameOf(state, cards.shown, now));
  };
  const one = async (state: GameState) => {
    const [game] = await shown([state]);
    if (!game) throw new Error('one in, one out');
    return game;
  };

  return {
    get: async ({ params, who }) => {
      const state = await naming('GAME_NOT_FOUND', neighbours.game.calls.get({ gameId: params.id }));
      if (state.status === Status.FUNDING) throw new AppError('GAME_NOT_READY', 'not open yet');
      if (state.status === Status.CANCELLED) throw new AppError('GAME_NOT_FOUND', 'never opened');
      if (!isOver(state) && !(await mayWatch(neighbours, state, who.userId))) {
        throw new AppError('FORBIDDEN', 'Access denied');
      }
      return one(state);
    },
    history: async ({ query, who }) => {
      const request = { userId: query.userId ?? who.userId, cursor: query.cursor ?? '' };
      const { games, nextCursor } = await neighbours.game.calls.history(request);
      return { games: await shown(games), nextCursor: nextCursor || null };
    },
    move: async ({ params, body, who }) => {
      const state = await naming('GAME_NOT_FOUND', play.move(params.id, who.userId, body.position));
      hub.news({ state, final: false });
      return one(state);
    },
  };
}

/** An open game is for its players and those in its room. */
async function mayWatch({ room }: Neighbours, state: GameState, userId: string): Promise<boolean> {
  if (seatOf(state, userId) !== null) return true;
  const current = await room.getCurrentRoom({ userId });
  return current.room?.id === state.roomId;
}

/** The reward for a win against the computer. The economy knows what it is worth. */
export const coinHandlers = ({ neighbours }: Parts): Handlers<'coins'> => ({
  award: async ({ body, who, ip }) => {
    if (body.userId !== who.userId) throw new AppError('FORBIDDEN', 'Access denied');
    const { reason, game } = body;
    const transcript = game && { difficulty: game.difficulty, moves: game.moves, gameId: game.id ?? '' };
    const request = { userId: who.userId, reason, transcript, ip };
    const { coins } = await neighbours.economy.awardAi(request).catch((error: unknown) => {
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

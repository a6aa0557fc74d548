import { BOT_PREFIX } from '@fifteen/contract';
import type { PlayAgain } from '@fifteen/proto/room';
import { AppError, isAppError } from '@fifteen/runtime';
import type { Cards } from './cards.ts';
import type { Circle } from './circle.ts';
import type { Limits } from './limits.ts';
import { naming, type Neighbours } from './neighbours.ts';

interface Parts {
  neighbours: Pick<Neighbours, 'room'>;
  cards: Cards;
  circle: Circle;
  limits: Limits;
}

/** Another game of the same two. What became of a request is pushed to both by the room service. */
export class Again {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Asks the opponent of the last game for another. Errors: GAME_NOT_FOUND, NOT_A_PLAYER, OPPONENT_LEFT,
   * PLAY_AGAIN_EXISTS, PLAY_AGAIN_FAILED (a bot, or not the last game), GAME_NOT_READY, GAME_RUNNING,
   * BLOCKED, FORBIDDEN (they block the other), INSUFFICIENT_COINS, TOO_MANY_REQUESTS.
   */
  async ask(requesterId: string, requestedId: string, gameId: string): Promise<PlayAgain> {
    const { limits, neighbours, circle } = this.#parts;
    await limits.act('askAgain', requesterId);
    if (requestedId.startsWith(BOT_PREFIX)) throw new AppError('PLAY_AGAIN_FAILED', 'A bot plays once');
    await circle.assertOpen(requesterId, requestedId);
    try {
      const request = neighbours.room.requestRematch({ gameId, requesterId, requestedId });
      return await this.#known(await naming('GAME_NOT_FOUND', request));
    } catch (error) {
      throw isAppError(error, 'CONFLICT') ? new AppError('PLAY_AGAIN_FAILED', error.message) : error;
    }
  }

  /**
   * Answers a request. Errors: NOT_FOUND (also expired), CONFLICT (answered otherwise), OPPONENT_LEFT,
   * INSUFFICIENT_COINS, TOO_MANY_REQUESTS.
   */
  async answer(userId: string, requestId: string, accept: boolean): Promise<PlayAgain> {
    const { limits, neighbours } = this.#parts;
    await limits.act('answer', userId);
    return this.#known(await neighbours.room.answerRematch({ requestId, userId, accept }));
  }

  /** Requests that wait for this user's answer. */
  async requests(userId: string): Promise<PlayAgain[]> {
    const { requests } = await this.#parts.neighbours.room.listRematches({ userId });
    await this.#parts.cards.load(requests.map(({ requesterId }) => requesterId));
    return requests;
  }

  async #known(request: PlayAgain): Promise<PlayAgain> {
    await this.#parts.cards.load([request.requesterId]);
    return request;
  }
}

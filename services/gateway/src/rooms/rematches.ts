import { isBot, type GameId, type UserId } from '@fifteen/domain';
import type { AnswerRematchResponse, Rematch } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { Limits } from '../edge/limits.ts';
import type { Clients } from '../clients/clients.ts';

interface Deps {
  clients: Pick<Clients, 'room'>;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  limits: Limits;
}

/** An answered request, and whether it was answered like that before. */
type RematchAnswer = Pick<AnswerRematchResponse, 'repeatedAnswer'> & { rematch: Rematch };

/** Rematches. The room service pushes the outcome of a request to both players. */
export class Rematches {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Requests a rematch from the opponent of the last game.
   * @throws GAME_NOT_FOUND, NOT_A_PLAYER, OPPONENT_LEFT, PLAY_AGAIN_EXISTS, PLAY_AGAIN_AGREED, NOT_LAST_GAME,
   *   NOT_YOUR_OPPONENT, OPPONENT_IS_COMPUTER, GAME_RUNNING, BLOCKED, BLOCKED_BY_YOU,
   *   INSUFFICIENT_COINS, STAKE_LIMIT, TOO_MANY_REQUESTS
   */
  async request(requesterId: UserId, requestedId: UserId, gameId: GameId): Promise<Rematch> {
    const { limits, clients, blockGuard } = this.#deps;
    await limits.action('requestRematch', requesterId);
    if (isBot(requestedId)) throw new AppError('OPPONENT_IS_COMPUTER');
    await blockGuard.assertNotBlocked(requesterId, requestedId);
    const { rematch } = await clients.room.requestRematch({ gameId, requesterId, requestedId });
    await this.#loadRequesters([rematch]);
    return rematch;
  }

  /**
   * Responds to a request. After a block, it can only be declined.
   * @throws PLAY_AGAIN_NOT_FOUND (also expired), ALREADY_ANSWERED, OPPONENT_LEFT, TOO_MANY_REQUESTS, and when accepting
   *   BLOCKED, BLOCKED_BY_YOU, INSUFFICIENT_COINS, STAKE_LIMIT
   */
  async respond(userId: UserId, requestId: string, accept: boolean): Promise<RematchAnswer> {
    const { limits, clients, blockGuard } = this.#deps;
    await limits.action('answer', userId);
    if (accept) {
      const { rematches } = await clients.room.listRematches({ userId });
      // No request but a pending one is accepted.
      const pending = rematches.find(({ id }) => id === requestId);
      if (pending) await blockGuard.assertNotBlocked(userId, pending.requesterId);
    }
    const answered = await clients.room.answerRematch({ requestId, userId, accept });
    await this.#loadRequesters([answered.rematch]);
    return answered;
  }

  /** Returns the requests that wait for this user's response, without those of users with a block in either direction. */
  async pending(userId: UserId): Promise<Rematch[]> {
    const { clients, blockGuard } = this.#deps;
    const { rematches } = await clients.room.listRematches({ userId });
    const requesters = rematches.map(({ requesterId }) => requesterId);
    const [open] = await Promise.all([
      blockGuard.withoutBlocks(userId, requesters),
      this.#loadRequesters(rematches),
    ]);
    return rematches.filter(({ requesterId }) => open.has(requesterId));
  }

  #loadRequesters(rematches: Rematch[]): Promise<unknown> {
    return this.#deps.profiles.load(rematches.map(({ requesterId }) => requesterId));
  }
}

import { LOCAL_GAME_PREFIX, type GameId, type RoomId, type UserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { AppError, isAppError, type Nats, type Pusher, unavailable } from '@fifteen/runtime';
import type { openRedis } from '@fifteen/runtime/redis';
import type { Limits } from '../edge/limits.ts';
import type { Clients } from '../clients/clients.ts';
import { isActive, isOver, seatOf } from '../translation/game.ts';

/** Milliseconds after the end of a game in which emojis may be sent. */
const ALLOWED_AFTER_END_MS = 120_000;
/** Milliseconds within which the same emoji to the same player is a retry after a lost response. */
const RETRY_WINDOW_MS = 3_000;

interface Deps {
  clients: Pick<Clients, 'game' | 'economy'>;
  limits: Limits;
  push: Pusher;
  nats: Pick<Nats, 'isConnected'>;
}

/** Emojis that one player sends to the other; all members of the room see them. */
export class Emojis {
  readonly #deps: Deps;
  readonly #redis: ReturnType<typeof openRedis>;

  constructor(deps: Deps, redis: ReturnType<typeof openRedis>) {
    this.#deps = deps;
    this.#redis = redis;
  }

  /**
   * Returns the glyph, the room it was sent to, and whether the same was sent within 3 s before.
   * @throws EMOJI_NOT_ONLINE (a local game), GAME_NOT_FOUND, NOT_A_PLAYER, GAME_NOT_ACTIVE (over for 2 minutes),
   *   OPPONENT_NOT_FOUND (the recipient is not the other player), EMOJI_NOT_OWNED, TOO_MANY_REQUESTS
   */
  async send(
    userId: UserId,
    { gameId, emojiId, recipientId }: { gameId: GameId; emojiId: string; recipientId: UserId },
  ): Promise<{ emoji: string; roomId: RoomId; repeated: boolean }> {
    const { limits, clients, push, nats } = this.#deps;
    if (gameId.startsWith(LOCAL_GAME_PREFIX)) throw new AppError('EMOJI_NOT_ONLINE');
    await limits.action('emoji', userId);
    const [{ game }, glyph] = await Promise.all([
      clients.game.calls.getGame({ gameId }),
      this.#ownedGlyph(userId, emojiId),
    ]);
    if (!seatOf(game, userId)) throw new AppError('NOT_A_PLAYER');
    const sinceEnd = Date.now() - (game.finishedAt?.getTime() ?? 0);
    if (!isActive(game) && !(isOver(game) && sinceEnd < ALLOWED_AFTER_END_MS))
      throw new AppError('GAME_NOT_ACTIVE');
    const opponent = game.xPlayerId === userId ? game.oPlayerId : game.xPlayerId;
    if (recipientId !== opponent) throw new AppError('OPPONENT_NOT_FOUND');
    if (!glyph) throw new AppError('EMOJI_NOT_OWNED');
    if (!nats.isConnected) throw unavailable('nats');
    const { roomId } = game;
    const repeated = await this.#repeated(`${userId}:${gameId}:${emojiId}`);
    if (!repeated)
      push.toRoom(roomId, { $case: 'emoji', value: { roomId, gameId, senderId: userId, emojiId, glyph } });
    return { emoji: glyph, roomId, repeated };
  }

  /** Returns the catalogue's glyph of an emoji that the user owns, never one that a client sent; undefined for any other. */
  async #ownedGlyph(userId: UserId, itemId: string): Promise<string | undefined> {
    const { economy } = this.#deps.clients;
    const request = { userId, kind: ItemKind.EMOJI, itemId };
    const { owned, item } = await economy.getItem(request).catch((error: unknown) => {
      if (isAppError(error, 'ITEM_NOT_FOUND')) return { owned: false, item: undefined };
      throw error;
    });
    return owned ? item?.emoji?.glyph : undefined;
  }

  async #repeated(key: string): Promise<boolean> {
    const first = await this.#redis.set(`emoji:${key}`, '1', 'PX', RETRY_WINDOW_MS, 'NX').catch(() => 'OK');
    return first === null;
  }
}

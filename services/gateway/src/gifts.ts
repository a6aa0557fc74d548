import type { Gift } from '@fifteen/contract';
import type { ReceivedGift } from '@fifteen/proto/economy';
import { AppError, isAppError } from '@fifteen/runtime';
import type { Cards } from './cards.ts';
import type { Limits } from './limits.ts';
import { naming, type Neighbours } from './neighbours.ts';
import type { Who } from './sessions.ts';
import type { Show } from './translate.ts';

interface GiftTerms {
  recipientId: string;
  amount: number;
  message: string;
  /** The request's Idempotency-Key; empty for none. */
  key: string;
}

/** Coins between friends. Who they are to each other is asked of social; the economy bounds and pays. */
export class Gifts {
  readonly #parts: { neighbours: Pick<Neighbours, 'social' | 'economy'>; cards: Cards; limits: Limits };

  constructor(parts: { neighbours: Pick<Neighbours, 'social' | 'economy'>; cards: Cards; limits: Limits }) {
    this.#parts = parts;
  }

  /**
   * Gives coins to a friend, once; answers what is left. Errors: NOT_YOURSELF, GIFT_FROM_GUEST, NOT_FRIENDS, BLOCKED,
   * GIFT_TOO_MUCH, GIFT_HELD (within a day of a password reset), GIFT_LIMIT, TOO_MANY_REQUESTS, USER_NOT_FOUND (who has
   * left), IDEMPOTENCY_KEY_REUSED.
   */
  async send(
    who: Who,
    { recipientId, ...gift }: GiftTerms,
  ): Promise<{ coins: number; recipientName: string }> {
    const { neighbours, cards, limits } = this.#parts;
    if (recipientId === who.userId) throw new AppError('NOT_YOURSELF', 'a gift to oneself');
    if (who.guest) throw new AppError('GIFT_FROM_GUEST', 'a gift of a guest');
    await limits.act('gift', who.userId);
    await this.#mustBeFriends(who.userId, recipientId);
    const { guest: senderIsGuest, verifiedAt: senderVerifiedAt, resetAt: senderResetAt } = who.account;
    const sender = { senderId: who.userId, senderIsGuest, senderVerifiedAt, senderResetAt };
    const given = neighbours.economy.gift({ ...sender, recipientId, ...gift });
    const { coins } = await naming('USER_NOT_FOUND', given).catch((error: unknown) => {
      throw ofGift(error);
    });
    await cards.load([recipientId]);
    return { coins, recipientName: cards.show(recipientId).displayName };
  }

  /** Returns how many coins the player may still give away today; null: no daily limit. A guest gives nothing. */
  async allowance({ userId, guest, account }: Who): Promise<number | null> {
    if (guest) return 0;
    const request = { senderId: userId, senderVerifiedAt: account.verifiedAt };
    const { left } = await this.#parts.neighbours.economy.getGiftAllowance(request);
    return left ?? null;
  }

  /** Gifts that one was not shown yet, oldest first. */
  async unseen({ userId }: Who): Promise<Gift[]> {
    const { neighbours, cards } = this.#parts;
    const { gifts } = await neighbours.economy.unseenGifts({ userId });
    await cards.load(gifts.map(({ senderId }) => senderId));
    return gifts.map((gift) => giftOf(gift, cards.shown));
  }

  /** A gift was shown to whom it is for. Errors: NOT_FOUND. */
  async seen({ userId }: Who, giftId: string): Promise<void> {
    await this.#parts.neighbours.economy.seeGift({ userId, giftId });
  }

  async #mustBeFriends(userId: string, otherId: string): Promise<void> {
    const { relations } = await this.#parts.neighbours.social.getRelations({ userId, otherIds: [otherId] });
    const [relation] = relations;
    if (relation?.blockedBy) throw new AppError('BLOCKED', 'blocked by them');
    if (!relation?.friend || relation.blocks) throw new AppError('NOT_FRIENDS', 'not a friend');
  }
}

/** A gift as its recipient sees it. */
export function giftOf({ id, senderId, amount, message }: ReceivedGift, show: Show): Gift {
  return { id, amount, senderId, senderName: show(senderId).displayName, message: message || null };
}

/** The ledger's refusals in the words of gifts. */
function ofGift(error: unknown): unknown {
  if (isAppError(error, 'INSUFFICIENT_COINS'))
    return new AppError('GIFT_TOO_MUCH', error.message, error.details);
  if (isAppError(error, 'FORBIDDEN')) return new AppError('GIFT_HELD', error.message);
  if (isAppError(error, 'TOO_MANY_REQUESTS')) return new AppError('GIFT_LIMIT', error.message, error.details);
  if (isAppError(error, 'CONFLICT')) return new AppError('IDEMPOTENCY_KEY_REUSED', error.message);
  return error;
}

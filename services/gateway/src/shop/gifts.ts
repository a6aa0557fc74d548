import type { Gift } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { ReceivedGift } from '@fifteen/proto/economy';
import { AppError } from '@fifteen/runtime';
import type { Caller } from '../auth/sessions.ts';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { ProfileLookup } from '../translation/player.ts';
import { withOpenWallet } from './open-wallet.ts';

interface GiftTerms {
  recipientId: UserId;
  amount: number;
  message: string;
  /** The request's Idempotency-Key; empty for none. */
  key: string;
}

interface Deps {
  clients: Pick<Clients, 'identity' | 'social' | 'economy'>;
  profiles: ProfileCache;
  limits: Limits;
}

/**
 * Gifts of coins between friends. Social checks the friendship, identity the account of the recipient; the economy applies
 * the limits and pays.
 */
export class Gifts {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends coins to a friend once. Returns the remaining balance.
   * @throws NOT_YOURSELF, GIFT_FROM_GUEST, NOT_FRIENDS, BLOCKED, GIFT_TOO_MUCH, GIFT_HELD (within a day of a password
   *   reset), GIFT_LIMIT, TOO_MANY_REQUESTS, USER_NOT_FOUND (a deleted user), IDEMPOTENCY_KEY_REUSED
   */
  async send(
    caller: Caller,
    { recipientId, ...gift }: GiftTerms,
  ): Promise<{ coins: number; recipientName: string }> {
    const { clients, profiles, limits } = this.#deps;
    if (recipientId === caller.userId) throw new AppError('NOT_YOURSELF');
    if (caller.guest) throw new AppError('GIFT_FROM_GUEST');
    await limits.action('gift', caller.userId);
    await this.#mustBeFriends(caller.userId, recipientId);
    // Social and the economy learn later that a guest was deleted: until then they would accept the gift.
    await assertUserExists(clients, recipientId);
    const { guest: senderIsGuest, verifiedAt: senderVerifiedAt, resetAt: senderResetAt } = caller.account;
    const sender = { senderId: caller.userId, senderIsGuest, senderVerifiedAt, senderResetAt };
    const { coins } = await withOpenWallet(clients.economy.sendGift({ ...sender, recipientId, ...gift }));
    await profiles.load([recipientId]);
    return { coins, recipientName: profiles.get(recipientId).displayName };
  }

  /** Returns how many coins the player may still send today; null without a daily limit. A guest cannot send gifts. */
  async allowance({ userId, guest, account }: Caller): Promise<number | null> {
    if (guest) return 0;
    const request = { senderId: userId, senderVerifiedAt: account.verifiedAt };
    const { left } = await this.#deps.clients.economy.getGiftAllowance(request);
    return left ?? null;
  }

  /** Returns the gifts that were not shown yet, oldest first. */
  async unseen({ userId }: Caller): Promise<Gift[]> {
    const { clients, profiles } = this.#deps;
    const { gifts } = await clients.economy.listUnseenGifts({ userId });
    await profiles.load(gifts.map(({ senderId }) => senderId));
    return gifts.map((gift) => toGift(gift, profiles.lookup));
  }

  /**
   * Acknowledges a gift for its recipient.
   * @throws GIFT_NOT_FOUND
   */
  async seen({ userId }: Caller, giftId: string): Promise<void> {
    await this.#deps.clients.economy.markGiftSeen({ userId, giftId });
  }

  async #mustBeFriends(userId: UserId, otherId: UserId): Promise<void> {
    const { relations } = await this.#deps.clients.social.getRelations({ userId, otherIds: [otherId] });
    const [relation] = relations;
    if (relation?.blockedBy) throw new AppError('BLOCKED');
    if (!relation?.friend || relation.blocks) throw new AppError('NOT_FRIENDS');
  }
}

/** Returns a gift as its recipient sees it. */
export function toGift({ id, senderId, amount, message }: ReceivedGift, profileOf: ProfileLookup): Gift {
  return { id, amount, senderId, senderName: profileOf(senderId).displayName, message: message || null };
}

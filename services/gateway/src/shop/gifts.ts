import type { Gift } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { ReceivedGift } from '@fifteen/proto/economy';
import { AppError } from '@fifteen/runtime';
import type { Caller } from '../auth/sessions.ts';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { ProfileLookup } from '../translation/player.ts';
import { withOpenWallet } from './missing-wallet.ts';

interface GiftTerms {
  senderId: UserId;
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
   * Sends coins to a friend once. Returns the remaining balance. A repeat with the same key returns it even if the two are
   * no longer friends, or the friend has left.
   * @throws NOT_YOURSELF, GIFT_FROM_GUEST, NOT_FRIENDS, BLOCKED, GIFT_TOO_MUCH, GIFT_HELD (within a day of a password
   *   reset), GIFT_LIMIT, TOO_MANY_REQUESTS, USER_NOT_FOUND (a deleted user), IDEMPOTENCY_KEY_REUSED
   */
  async send(
    caller: Caller,
    terms: Omit<GiftTerms, 'senderId'>,
  ): Promise<{ coins: number; recipientName: string }> {
    const { profiles, limits } = this.#deps;
    const { recipientId } = terms;
    if (recipientId === caller.userId) throw new AppError('NOT_YOURSELF');
    if (caller.guest) throw new AppError('GIFT_FROM_GUEST');
    await limits.action('gift', caller.userId);
    const gift = { senderId: caller.userId, ...terms };
    const { coins } = await this.#checkRecipient(gift).then(
      () => this.#pay(gift, caller.account),
      (rejection: unknown) => this.#repeat(gift, rejection),
    );
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

  async #checkRecipient({ senderId, recipientId }: GiftTerms): Promise<void> {
    const { clients } = this.#deps;
    const request = { userId: senderId, otherIds: [recipientId] };
    const [relation] = (await clients.social.getRelations(request)).relations;
    if (relation?.blockedBy) throw new AppError('BLOCKED');
    if (!relation?.friend || relation.blocks) throw new AppError('NOT_FRIENDS');
    // Social and the economy learn later that a guest was deleted: until then they would accept the gift.
    await assertUserExists(clients, recipientId);
  }

  #pay(gift: GiftTerms, { guest, verifiedAt, resetAt }: Caller['account']): Promise<{ coins: number }> {
    const sender = { senderIsGuest: guest, senderVerifiedAt: verifiedAt, senderResetAt: resetAt };
    return withOpenWallet(this.#deps.clients.economy.sendGift({ ...gift, ...sender }));
  }

  /** Returns the balance if the gift was sent before with its key, else throws the rejection. */
  async #repeat(gift: GiftTerms, rejection: unknown): Promise<{ coins: number }> {
    if (!gift.key) throw rejection;
    const { coins } = await this.#deps.clients.economy.getSentGift(gift);
    if (coins === undefined) throw rejection;
    return { coins };
  }
}

/** Returns a gift as its recipient sees it. */
export function toGift({ id, senderId, amount, message }: ReceivedGift, profileOf: ProfileLookup): Gift {
  return { id, amount, senderId, senderName: profileOf(senderId).displayName, message: message || null };
}

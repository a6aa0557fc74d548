import { z } from 'zod';
import { CLAIMED_REWARDS, GIFT_MESSAGE_MAX, GIFT_MIN } from '@fifteen/domain';
import { AvatarFrame, Gift, PieceStyle, Reward } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Coins, Id, singleLineText, UserId } from '../scalars.ts';
import { call, noContent } from './call.ts';

const shopRoutes = routes.shop;

const bought = <S extends z.core.$ZodType>(item: S) => ({
  200: z.object({ message: z.string(), coins: Coins.describe('New balance'), item }),
});
const activated = { 200: z.object({ message: z.string(), active: Id.nullable() }) };
const price = Coins.optional().describe(
  'Price that the client shows; PRICE_CHANGED if the catalogue has another one',
);
const purchaseErrors = ['ITEM_NOT_FOUND', 'PRICE_CHANGED', 'TOO_EXPENSIVE', 'ALREADY_OWNED'] as const;

/** The shop (docs/spec/around-play.md#around-3, docs/spec/around-play.md#around-7.5). A repeated purchase is paid once. */
export const shop = {
  pieceStyles: call(shopRoutes.pieceStyles, {
    summary:
      'Piece styles for sale, and those that the caller has earned; which of them the caller owns, and the active one',
    ok: { 200: z.object({ pieceStyles: z.array(PieceStyle), activeStyle: Id }) },
  }),
  purchasePieceStyle: call(shopRoutes.purchasePieceStyle, {
    summary: 'Buy a piece style',
    body: z.object({ styleName: Id, price }),
    ok: bought(PieceStyle),
    errors: purchaseErrors,
  }),
  activatePieceStyle: call(shopRoutes.activatePieceStyle, {
    summary: 'Equip an owned piece style',
    body: z.object({ styleName: Id }),
    ok: activated,
    errors: ['ITEM_NOT_FOUND', 'NOT_OWNED'],
  }),
  purchaseEmoji: call(shopRoutes.purchaseEmoji, {
    summary: 'Buy an emoji',
    body: z.object({ emojiId: Id, price }),
    ok: bought(z.object({ id: Id, name: z.string(), description: z.string(), price: Coins })),
    errors: purchaseErrors,
  }),
  frames: call(shopRoutes.frames, {
    summary: 'Avatar frames for sale, and those that the caller has earned',
    ok: { 200: z.array(AvatarFrame) },
  }),
  ownedFrames: call(shopRoutes.ownedFrames, {
    summary: 'Owned avatar frames of the caller, and the active one',
    ok: { 200: z.array(z.object({ frameId: Id, isActive: z.boolean() })) },
  }),
  purchaseFrame: call(shopRoutes.purchaseFrame, {
    summary: 'Buy an avatar frame',
    body: z.object({ frameId: Id, price }),
    ok: bought(AvatarFrame),
    errors: purchaseErrors,
  }),
  activateFrame: call(shopRoutes.activateFrame, {
    summary: 'Equip an owned avatar frame, or none',
    body: z.object({ frameId: Id.nullable() }),
    ok: activated,
    errors: ['ITEM_NOT_FOUND', 'NOT_OWNED'],
  }),
};

/** Items that are earned, never sold (docs/spec/around-play.md#around-3.9). */
export const rewards = {
  list: call(routes.rewards.list, {
    summary: 'All rewards with their items, and which of them the user has earned',
    ok: { 200: z.array(Reward) },
  }),
  claim: call(routes.rewards.claim, {
    summary:
      'Report a finished tutorial or an opened review; its reward is granted once, a repeat is no error',
    body: z.object({ reward: z.enum(CLAIMED_REWARDS) }),
    ok: {
      200: z.object({
        reward: Reward,
        earnedNow: z.boolean().describe('False when the user had it before'),
      }),
    },
  }),
};

/** Gifts of coins between friends (docs/spec/around-play.md#around-5.1). */
export const gifts = {
  send: call(routes.gifts.send, {
    summary: 'Send coins to a friend; without an Idempotency-Key, an equal gift within 30 s is the same gift',
    body: z.object({
      recipientId: UserId,
      amount: z.int({ error: 'GIFT_AMOUNT' }).min(GIFT_MIN, 'GIFT_AMOUNT'),
      message: singleLineText(0, GIFT_MESSAGE_MAX).optional(),
    }),
    ok: { 200: z.object({ message: z.string(), coins: Coins.describe('New balance') }) },
    errors: [
      'GIFT_AMOUNT',
      'GIFT_TOO_MUCH',
      'GIFT_FROM_GUEST',
      'GIFT_HELD',
      'GIFT_LIMIT',
      'NOT_YOURSELF',
      'NOT_FRIENDS',
      'BLOCKED',
      'USER_NOT_FOUND',
    ],
  }),
  allowance: call(routes.gifts.allowance, {
    summary: 'Coins that the caller may still give today',
    ok: {
      200: z.object({
        leftToday: Coins.nullable().describe(
          'Until midnight UTC; null: no daily limit, as for accounts verified more than a week ago',
        ),
      }),
    },
  }),
  unseen: call(routes.gifts.unseen, {
    summary: 'Received gifts that the caller has not seen, oldest first, at most 20',
    ok: { 200: z.array(Gift) },
  }),
  seen: call(routes.gifts.seen, {
    summary: 'Mark a gift as seen; a repeat changes nothing',
    idempotent: true,
    params: z.object({ id: z.uuid() }),
    ok: { 204: noContent },
    errors: ['GIFT_NOT_FOUND'],
  }),
};

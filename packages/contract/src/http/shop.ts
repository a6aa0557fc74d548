import { z } from 'zod';
import { GIFT_MESSAGE_MAX, GIFT_MIN } from '@fifteen/domain';
import { AvatarFrame, Gift, PieceStyle } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Coins, Id, line, UserId } from '../scalars.ts';
import { call, nothing } from './call.ts';

const at = routes.shop;

const bought = <S extends z.core.$ZodType>(item: S) => ({
  200: z.object({ message: z.string(), coins: Coins.describe('What is left'), item }),
});
const activated = { 200: z.object({ message: z.string(), active: Id.nullable() }) };
const price = Coins.optional().describe(
  'What the client shows; another than the catalogue’s is PRICE_CHANGED',
);
const purchaseErrors = ['ITEM_NOT_FOUND', 'PRICE_CHANGED', 'TOO_EXPENSIVE', 'ALREADY_OWNED'] as const;

/** What coins buy (docs/spec/around-play.md#around-3, docs/spec/around-play.md#around-7.5). A purchase is paid once, however often it is asked for. */
export const shop = {
  pieceStyles: call(at.pieceStyles, {
    summary: 'All piece styles, which of them one owns, and the one that is active',
    ok: { 200: z.object({ pieceStyles: z.array(PieceStyle), activeStyle: Id }) },
  }),
  purchasePieceStyle: call(at.purchasePieceStyle, {
    summary: 'Buy a piece style',
    body: z.object({ styleName: Id, price }),
    ok: bought(PieceStyle),
    errors: purchaseErrors,
  }),
  activatePieceStyle: call(at.activatePieceStyle, {
    summary: 'Play with an owned piece style',
    body: z.object({ styleName: Id }),
    ok: activated,
    errors: ['ITEM_NOT_FOUND', 'NOT_OWNED'],
  }),
  purchaseEmoji: call(at.purchaseEmoji, {
    summary: 'Buy an emoji',
    body: z.object({ emojiId: Id, price }),
    ok: bought(z.object({ id: Id, name: z.string(), description: z.string(), price: Coins })),
    errors: purchaseErrors,
  }),
  frames: call(at.frames, { summary: 'All avatar frames', ok: { 200: z.array(AvatarFrame) } }),
  ownedFrames: call(at.ownedFrames, {
    summary: 'Which avatar frames one owns, and the one that is active',
    ok: { 200: z.array(z.object({ frameId: Id, isActive: z.boolean() })) },
  }),
  purchaseFrame: call(at.purchaseFrame, {
    summary: 'Buy an avatar frame',
    body: z.object({ frameId: Id, price }),
    ok: bought(AvatarFrame),
    errors: purchaseErrors,
  }),
  activateFrame: call(at.activateFrame, {
    summary: 'Wear an owned avatar frame, or none',
    body: z.object({ frameId: Id.nullable() }),
    ok: activated,
    errors: ['ITEM_NOT_FOUND', 'NOT_OWNED'],
  }),
};

/** Coins between friends (docs/spec/around-play.md#around-5.1). */
export const gifts = {
  send: call(routes.gifts.send, {
    summary: 'Give coins to a friend; without an Idempotency-Key the same gift within 30 s is the same gift',
    body: z.object({
      recipientId: UserId,
      amount: z.int({ error: 'GIFT_AMOUNT' }).min(GIFT_MIN, 'GIFT_AMOUNT'),
      message: line(0, GIFT_MESSAGE_MAX).optional(),
    }),
    ok: { 200: z.object({ message: z.string(), coins: Coins.describe('What is left') }) },
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
    summary: 'How many coins one may still give away today',
    ok: {
      200: z.object({
        leftToday: Coins.nullable().describe(
          'Until midnight UTC; null: no daily limit, as for accounts older than a week',
        ),
      }),
    },
  }),
  unseen: call(routes.gifts.unseen, {
    summary: 'Gifts that one was not shown yet, oldest first, at most 20',
    ok: { 200: z.array(Gift) },
  }),
  seen: call(routes.gifts.seen, {
    summary: 'A gift was shown; a repeat is no error',
    params: z.object({ id: z.uuid() }),
    ok: { 204: nothing },
    errors: ['GIFT_NOT_FOUND'],
  }),
};

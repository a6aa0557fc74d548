import { ItemKind, type Item } from '@fifteen/proto/economy';
import { isDefault, type Shop } from './shop.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { idempotencyKey } from '../edge/idempotency.ts';

const { EMOJI, FRAME, PIECE_STYLE } = ItemKind;

const productOf = ({ id, name, description, price }: Item) => ({ id, name, description, price });
const frameOf = (item: Item) => ({ ...productOf(item), isDefault: isDefault(item) });
const styleOf = (item: Item, owned: boolean) => ({ ...frameOf(item), styleName: item.id, owned });

/** Piece styles, frames, and emojis as far as they are bought. */
export const shopRoutes = ({ shop }: { shop: Shop }): RouteHandlers<'shop'> => ({
  pieceStyles: async ({ caller }) => {
    const { items, owns, equipped } = await shop.showcase(caller.userId, PIECE_STYLE);
    const pieceStyles = items.map((item) => styleOf(item, owns(item)));
    return { pieceStyles, activeStyle: equipped?.pieceStyle ?? 'default' };
  },
  purchasePieceStyle: async ({ caller: { userId }, body: { styleName: itemId, price }, request }) => {
    const key = idempotencyKey(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: PIECE_STYLE, itemId, price, key });
    return { ...paid, item: styleOf(item, true) };
  },
  activatePieceStyle: async ({ caller, body: { styleName } }) => {
    await shop.equip(caller.userId, PIECE_STYLE, styleName);
    return { message: 'Your piece style has been changed.', active: styleName };
  },
  purchaseEmoji: async ({ caller: { userId }, body: { emojiId: itemId, price }, request }) => {
    const key = idempotencyKey(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: EMOJI, itemId, price, key });
    return { ...paid, item: productOf(item) };
  },
  frames: async ({ caller }) => (await shop.select(caller.userId, FRAME)).items.map(frameOf),
  ownedFrames: async ({ caller }) => {
    const { items, owns, equipped } = await shop.showcase(caller.userId, FRAME);
    const active = equipped?.frame || 'default';
    return items.filter(owns).map(({ id }) => ({ frameId: id, isActive: id === active }));
  },
  purchaseFrame: async ({ caller: { userId }, body: { frameId: itemId, price }, request }) => {
    const key = idempotencyKey(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: FRAME, itemId, price, key });
    return { ...paid, item: frameOf(item) };
  },
  activateFrame: async ({ caller, body: { frameId } }) => {
    await shop.equip(caller.userId, FRAME, frameId ?? '');
    return { message: 'Your avatar frame has been changed.', active: frameId };
  },
});

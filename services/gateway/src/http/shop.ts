import { ItemKind, type Item } from '@fifteen/proto/economy';
import { isDefault, type Shop } from '../shop.ts';
import type { Handlers } from './handler.ts';
import { keyIn } from './idempotency.ts';

const { EMOJI, FRAME, PIECE_STYLE } = ItemKind;

const shown = ({ id, name, description, price }: Item) => ({ id, name, description, price });
const frameOf = (item: Item) => ({ ...shown(item), isDefault: isDefault(item) });
const styleOf = (item: Item, owned: boolean) => ({ ...frameOf(item), styleName: item.id, owned });

/** Piece styles, frames, and emojis as far as they are bought. */
export const shopHandlers = ({ shop }: { shop: Shop }): Handlers<'shop'> => ({
  pieceStyles: async ({ who }) => {
    const { items, owns, looks } = await shop.look(who.userId, PIECE_STYLE);
    const pieceStyles = items.map((item) => styleOf(item, owns(item)));
    return { pieceStyles, activeStyle: looks?.pieceStyle ?? 'default' };
  },
  purchasePieceStyle: async ({ who: { userId }, body: { styleName: itemId, price }, request }) => {
    const key = keyIn(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: PIECE_STYLE, itemId, price, key });
    return { ...paid, item: styleOf(item, true) };
  },
  activatePieceStyle: async ({ who, body: { styleName } }) => {
    await shop.wear(who.userId, PIECE_STYLE, styleName);
    return { message: 'Your piece style has been changed.', active: styleName };
  },
  purchaseEmoji: async ({ who: { userId }, body: { emojiId: itemId, price }, request }) => {
    const key = keyIn(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: EMOJI, itemId, price, key });
    return { ...paid, item: shown(item) };
  },
  frames: async () => (await shop.catalogue(FRAME)).map(frameOf),
  ownedFrames: async ({ who }) => {
    const { items, owns, looks } = await shop.look(who.userId, FRAME);
    const active = looks?.frame || 'default';
    return items.filter(owns).map(({ id }) => ({ frameId: id, isActive: id === active }));
  },
  purchaseFrame: async ({ who: { userId }, body: { frameId: itemId, price }, request }) => {
    const key = keyIn(request.headers);
    const { item, ...paid } = await shop.buy({ userId, kind: FRAME, itemId, price, key });
    return { ...paid, item: frameOf(item) };
  },
  activateFrame: async ({ who, body: { frameId } }) => {
    await shop.wear(who.userId, FRAME, frameId ?? '');
    return { message: 'Your avatar frame has been changed.', active: frameId };
  },
});

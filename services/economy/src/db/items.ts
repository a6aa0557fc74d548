import type { UserId } from '@fifteen/domain';
import { ItemKind, type OwnedItem } from '@fifteen/proto/economy';
import type { Sql } from '@fifteen/runtime';
import type { Kind } from '../catalogue/catalogue.ts';

/** Names of the kinds in the database. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  [ItemKind.EMOJI]: 'emoji',
  [ItemKind.PIECE_STYLE]: 'piece_style',
  [ItemKind.FRAME]: 'avatar_frame',
};
const KINDS = new Map(Object.entries(KIND_NAMES).map(([kind, name]) => [name, kind as Kind]));

/** Returns the items of a kind, or of all kinds, that a user owns, the oldest first. */
export async function readOwnedItems(sql: Sql, userId: UserId, kind?: Kind): Promise<OwnedItem[]> {
  const { rows } = await sql.query<{ name: string; itemId: string; at: Date }>(
    `SELECT owned_item.kind AS name, item AS "itemId", at FROM owned_item JOIN journal_entry ON key = entry_key
            WHERE user_id = $1 AND ($2::item_kind IS NULL OR owned_item.kind = $2)
            ORDER BY at, item`,
    [userId, kind ? KIND_NAMES[kind] : null],
  );
  return rows.flatMap(({ name, itemId, at }) => {
    // A newer replica may know a kind that this one does not.
    const known = KINDS.get(name);
    return known ? [{ userId, kind: known, itemId, at }] : [];
  });
}

/** Returns whether a user has a row for this item. The default of a kind has none. */
export async function isOwned(sql: Sql, userId: UserId, kind: Kind, itemId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM owned_item WHERE (user_id, kind, item) = ($1, $2, $3)', [
    userId,
    KIND_NAMES[kind],
    itemId,
  ]);
  return rowCount === 1;
}

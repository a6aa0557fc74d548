import {
  ItemKind,
  type GetItemAnswer,
  type GetItemRequest,
  type GetOwnedItemsRequest,
  type GrantItemRequest,
  type Item,
  type OwnedItem,
} from '@fifteen/proto/economy';
import { AppError, type Sql } from '@fifteen/runtime';
import { DEFAULT, findItem, type Kind } from './catalogue/catalogue.ts';
import type { Verb } from './ledger.ts';

/** Kinds as the database names them. */
export const NAMES: Readonly<Record<Kind, string>> = {
  [ItemKind.EMOJI]: 'emoji',
  [ItemKind.PIECE_STYLE]: 'piece_style',
  [ItemKind.FRAME]: 'avatar_frame',
};
const KINDS = new Map(Object.entries(NAMES).map(([kind, name]) => [name, kind as Kind]));

export type Of<R> = R & { kind: Kind };

/**
 * Gives an item without coins, once per reference. Refuses NOT_FOUND when there is no such item or no wallet, CONFLICT
 * for a reference used otherwise, ALREADY_OWNED.
 */
export function grantItem({ userId, kind, itemId, reference }: Of<GrantItemRequest>): Verb<OwnedItem> {
  notEverybodys(known(kind, itemId));
  return {
    name: 'grant-item',
    run: async (sql) => {
      const { rows } = await sql.query<{ at: Date }>('SELECT grant_item($1, $2, $3, $4) AS at', [
        userId,
        NAMES[kind],
        itemId,
        reference,
      ]);
      return { answer: { userId, kind, itemId, at: rows[0]?.at }, moved: [] };
    },
  };
}

/** What a user owns of a kind, or of all, the oldest first. */
export async function ownedItems(sql: Sql, { userId, kind }: GetOwnedItemsRequest): Promise<OwnedItem[]> {
  const { rows } = await sql.query<{ name: string; itemId: string; at: Date }>(
    `SELECT owned_item.kind AS name, item AS "itemId", at FROM owned_item JOIN journal_entry ON key = entry_key
            WHERE user_id = $1 AND ($2::item_kind IS NULL OR owned_item.kind = $2)
            ORDER BY at, item`,
    [userId, kind === ItemKind.UNSPECIFIED ? null : NAMES[kind]],
  );
  return rows.flatMap(({ name, itemId, at }) => {
    // A kind that is newer than this replica is none to it.
    const of = KINDS.get(name);
    return of ? [{ userId, kind: of, itemId, at }] : [];
  });
}

/** An item, and whether this user owns it. Refuses NOT_FOUND when there is no such item. */
export async function itemFor(
  sql: Sql,
  { userId, kind, itemId }: Of<GetItemRequest>,
): Promise<GetItemAnswer> {
  const item = known(kind, itemId);
  const { rowCount } = await sql.query('SELECT FROM owned_item WHERE (user_id, kind, item) = ($1, $2, $3)', [
    userId,
    NAMES[kind],
    itemId,
  ]);
  return { item, owned: rowCount === 1 || itemId === DEFAULT };
}

/** An item that there is. Refuses NOT_FOUND. */
export function known(kind: Kind, itemId: string): Item {
  const item = findItem(kind, itemId);
  if (!item) throw new AppError('NOT_FOUND', 'there is no such item');
  return item;
}

/** Refuses ALREADY_OWNED for what everybody has. */
export function notEverybodys({ id }: Item): void {
  if (id === DEFAULT) throw new AppError('ALREADY_OWNED', 'everybody has this');
}

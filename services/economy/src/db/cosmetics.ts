import type { UserId } from '@fifteen/domain';
import { ItemKind, type Cosmetics } from '@fifteen/proto/economy';
import type { Sql } from '@fifteen/runtime';
import { DEFAULT } from '../catalogue/catalogue.ts';
import { KIND_NAMES } from './items.ts';

/** Returns the equipped items of these users, in their order. */
export async function readCosmetics(sql: Sql, userIds: readonly UserId[]): Promise<Cosmetics[]> {
  const { rows } = await sql.query<{ user_id: UserId; kind: string; item: string }>(
    'SELECT user_id, kind, item FROM equipped_item WHERE user_id = ANY ($1)',
    [userIds],
  );
  const cosmetics = new Map(userIds.map((userId) => [userId, defaultCosmetics(userId)]));
  for (const { user_id, kind, item } of rows) {
    const entry = cosmetics.get(user_id);
    if (entry && kind === KIND_NAMES[ItemKind.PIECE_STYLE]) entry.pieceStyle = item;
    if (entry && kind === KIND_NAMES[ItemKind.FRAME]) entry.frame = item;
  }
  return [...cosmetics.values()];
}

/** Returns the cosmetics of a user who has equipped nothing. */
export const defaultCosmetics = (userId: UserId): Cosmetics => ({ userId, pieceStyle: DEFAULT, frame: '' });

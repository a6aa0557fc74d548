import { ItemKind, type ActivateRequest, type Looks } from '@fifteen/proto/economy';
import type { OutboxEvent, Sql } from '@fifteen/runtime';
import { DEFAULT } from './catalogue/catalogue.ts';
import { known, NAMES, type Of } from './items.ts';
import type { Verb } from './ledger.ts';

/**
 * Puts on a piece style or a frame that its user owns; the default of a kind, and nothing, are everybody's. Refuses
 * NOT_FOUND when there is no such item or no wallet, NOT_OWNED.
 */
export function activate({ userId, kind, itemId }: Of<ActivateRequest>): Verb<Looks> {
  if (itemId !== '') known(kind, itemId);
  const item = itemId === DEFAULT ? null : itemId || null;
  return {
    name: 'activate',
    run: async (sql) => {
      const { rows } = await sql.query<{ changed: boolean }>('SELECT equip_item($1, $2, $3) AS changed', [
        userId,
        NAMES[kind],
        item,
      ]);
      const [answer = bare(userId)] = await looksOf(sql, [userId]);
      return { answer, moved: [], facts: rows[0]?.changed ? [looksChanged(userId)] : [] };
    },
  };
}

/** What these users wear, in their order. */
export async function looksOf(sql: Sql, userIds: readonly string[]): Promise<Looks[]> {
  const { rows } = await sql.query<{ who: string; kind: string; item: string }>(
    'SELECT user_id AS who, kind, item FROM equipped_item WHERE user_id = ANY ($1)',
    [userIds],
  );
  const looks = new Map(userIds.map((userId) => [userId, bare(userId)]));
  for (const { who, kind, item } of rows) {
    const its = looks.get(who);
    if (its && kind === NAMES[ItemKind.PIECE_STYLE]) its.pieceStyle = item;
    if (its && kind === NAMES[ItemKind.FRAME]) its.frame = item;
  }
  return [...looks.values()];
}

const bare = (userId: string): Looks => ({ userId, pieceStyle: DEFAULT, frame: '' });

const looksChanged = (userId: string): OutboxEvent => ({
  name: 'looks_changed',
  aggregateId: userId,
  body: { $case: 'looksChanged', value: { userId } },
});

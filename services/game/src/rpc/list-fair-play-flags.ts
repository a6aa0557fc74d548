import type { GameId, UserId } from '@fifteen/domain';
import type { ListFairPlayFlagsResponse } from '@fifteen/proto/game';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';

/** Maximum number of flags in a response. */
const LIMIT = 200;

interface FlagRow {
  user_id: UserId;
  kind: string;
  raised_at: Date;
  seen_at: Date;
  game_ids: GameId[];
}

/** Returns the players whose games an operator should review, those with the newest reason first. */
export async function listFairPlayFlags({ db }: AppContext): Promise<ListFairPlayFlagsResponse> {
  const rows = await queryRows(
    db,
    build<FlagRow>('fair_play_flag')
      .orderBy([{ column: 'seen_at', order: 'desc' }, 'user_id', 'kind'])
      .limit(LIMIT),
  );
  return {
    flags: rows.map((row) => ({
      ...{ userId: row.user_id, kind: row.kind, gameIds: row.game_ids },
      ...{ raisedAt: row.raised_at, seenAt: row.seen_at },
    })),
  };
}

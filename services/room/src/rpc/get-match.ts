import type { GetMatchResponse, GetMatchRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';

/** Returns whether this match was made. */
export async function getMatch({ db }: AppContext, { matchId }: GetMatchRequest): Promise<GetMatchResponse> {
  const { rowCount } = await db.query(`SELECT 1 FROM room WHERE match_id = $1`, [matchId]);
  return { exists: rowCount === 1 };
}

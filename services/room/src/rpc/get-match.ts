import type { GetMatchResponse, GetMatchRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { callOffMatch } from '../db/matches.ts';

/**
 * Returns whether this match was created. If not, it is called off first: its players may search on or leave, and a call
 * that is still on its way must not start a game of theirs.
 * @throws SERVICE_UNAVAILABLE
 */
export async function getMatch({ db }: AppContext, { matchId }: GetMatchRequest): Promise<GetMatchResponse> {
  return { exists: !(await callOffMatch(db, matchId)) };
}

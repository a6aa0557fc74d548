import type { GameId, UserId } from '@fifteen/domain';
import type { GetStakesRequest, GetStakesResponse, StakeRecord } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { STATES } from '../db/stakes.ts';
import { anyGameId } from '../domain/requests.ts';

const schema = z.object({ gameIds: z.array(anyGameId).max(200) });

/** Returns the stakes of these games; a game without a stake is missing. The game service compares them with its games. */
export async function getStakes({ db }: AppContext, request: GetStakesRequest): Promise<GetStakesResponse> {
  const { gameIds } = parseRequest(schema, request);
  const { rows } = await db.query<StakeRow>(
    `SELECT game_id, x_user, o_user, bet, state, winner, short FROM stake WHERE game_id = ANY ($1)`,
    [gameIds],
  );
  const stakes = rows.map((row): StakeRecord => ({
    stake: {
      gameId: row.game_id,
      state: STATES[row.state],
      winnerId: row.winner ?? '',
      shortUserIds: row.short,
    },
    xUserId: row.x_user ?? '',
    oUserId: row.o_user ?? '',
    bet: row.bet ?? 0,
  }));
  return { stakes };
}

interface StakeRow {
  game_id: GameId;
  x_user: UserId | null;
  o_user: UserId | null;
  bet: number | null;
  state: keyof typeof STATES;
  winner: UserId | null;
  short: UserId[];
}

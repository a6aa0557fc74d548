import type { GetHeadToHeadResponse, GetHeadToHeadRequest } from '@fifteen/proto/leaderboard';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';

/** Returns the outcomes of the games between two users, from the first one's view. */
export async function getHeadToHead(
  { db }: AppContext,
  { userId, otherId }: GetHeadToHeadRequest,
): Promise<GetHeadToHeadResponse> {
  const rows = await queryRows<{ outcome: string; n: number }>(
    db,
    build('player_game')
      .select('outcome')
      .count({ n: '*' })
      .where({ user_id: userId, opponent_id: otherId })
      .whereNot({ outcome: 'bot' })
      .groupBy('outcome'),
  );
  const countOf = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.n ?? 0;
  const [wins, losses, draws] = [countOf('win'), countOf('loss'), countOf('draw')];
  return { wins, losses, draws, totalGames: wins + losses + draws };
}

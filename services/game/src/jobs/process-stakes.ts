import type { AppContext } from '../context.ts';
import { GAME_COLUMNS, gameOf, type GameRow } from '../db/games.ts';
import type { Game } from '../domain/game.ts';
import { pushEnd } from '../pushes.ts';
import { callOffGame, refundCalledOffGame } from '../workflows/cancel-game.ts';
import { settleGame } from '../workflows/finish-game.ts';
import { fundGame } from '../workflows/fund-game.ts';
import { logFailedGame } from '../log-failed-game.ts';

/** Games processed in one pass, and so concurrent requests to economy. */
const BATCH = 20;

interface DueRow extends GameRow {
  /** The start has taken too long. */
  late: boolean;
}

/**
 * Resumes stakes that a crash or an outage of economy left unfinished (docs/spec/guarantees.md#guarantees-3): holds stakes again, calls off a
 * start that takes too long, refunds and pays. Games are leased, not locked, so that no lock waits for economy. Returns
 * whether there may be more.
 */
export async function processStakes(context: AppContext): Promise<boolean> {
  const { db, timings, fundingMs } = context;
  const { rows } = await db.query<DueRow>(
    `UPDATE game SET due_at = now() + $1 * interval '1 ms'
       WHERE id IN (SELECT id FROM game WHERE status <> 'active' AND due_at <= now()
         ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING ${GAME_COLUMNS}, created_at < now() - $3 * interval '1 ms' AS late`,
    [timings.stakeRetry, BATCH, fundingMs],
  );
  await Promise.all(rows.map((row) => processStake(context, row)));
  return rows.length === BATCH;
}

/** Processes the stakes of one game. One with an invalid row fails alone. */
async function processStake(context: AppContext, row: DueRow): Promise<void> {
  try {
    await resumeStake(context, gameOf(row), row.late);
  } catch (error) {
    logFailedGame(context.log, row.id, error, 'stake processing failed');
  }
}

async function resumeStake(context: AppContext, game: Game, late: boolean): Promise<unknown> {
  switch (game.status) {
    case 'funding':
      return late ? callOffGame(context, game) : fundGame(context, game);
    case 'cancelling':
      return refundCalledOffGame(context, game);
    case 'finished':
    case 'abandoned':
      await settleGame(context, game);
      return pushEnd(context.push, game);
    case 'active':
    case 'cancelled':
      return undefined;
  }
}

import { startJob, type Job } from '@fifteen/runtime';
import { announceEnd } from './announce.ts';
import type { Game } from './game.ts';
import type { Parts } from './parts.ts';
import { COLUMNS, gameOf, type GameRow } from './rows.ts';
import { callOff, fund, giveBack, settle } from './stakes.ts';

/** Games taken at once: as many questions go to the ledger at the same time. */
const BATCH = 20;

/**
 * Takes up what a crash or a silent ledger left undone (reliability 1.3): asks for stakes again, calls a start off that
 * takes too long, gives back and pays what is owed. Leased, not locked, so that no lock waits for a neighbour.
 */
export function startStakeSweep(parts: Parts, everyMs: number): Job {
  return startJob('stakes', everyMs, parts.log, async () => {
    const { rows } = await parts.db.query<GameRow & { late: boolean }>(
      `UPDATE game SET due_at = now() + $1 * interval '1 ms'
       WHERE id IN (SELECT id FROM game WHERE status <> 'active' AND due_at <= now()
         ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, created_at < now() - $3 * interval '1 ms' AS late`,
      [parts.pace.stakeRetry, BATCH, parts.fundingMs],
    );
    await Promise.all(rows.map((row) => advance(parts, gameOf(row), row.late)));
    return rows.length === BATCH;
  });
}

async function advance(parts: Parts, game: Game, late: boolean): Promise<void> {
  try {
    await step(parts, game, late);
  } catch (error) {
    parts.log.warn({ err: error, gameId: game.id, status: game.status }, 'stake processing failed');
  }
}

async function step(parts: Parts, game: Game, late: boolean): Promise<unknown> {
  switch (game.status) {
    case 'funding':
      return late ? callOff(parts, game) : fund(parts, game);
    case 'cancelling':
      return giveBack(parts, game);
    case 'finished':
    case 'abandoned':
      await settle(parts, game);
      return announceEnd(parts.push, game);
    case 'active':
    case 'cancelled':
      return undefined;
  }
}

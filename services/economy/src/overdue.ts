import { Mark, Status, type GameService, type GameState } from '@fifteen/proto/game';
import { isAppError, type Calls, type Database, type Log } from '@fifteen/runtime';
import type { Ledger } from './ledger.ts';
import { finish } from './stakes.ts';

interface Parts {
  db: Database;
  game: Calls<GameService>;
  ledger: Ledger;
  log: Log;
}

const BATCH = 50;

/**
 * Ends stakes that somebody forgot: asks the game service, which knows how the game ended, and does what it should have
 * done. A game that it does not know, or called off, gives both theirs back. One that goes on is left alone, loudly.
 */
export async function endOverdue(parts: Parts): Promise<void> {
  // In any order, so that those that cannot be ended now do not stand in the way of the others for ever.
  const { rows } = await parts.db.query<{ game_id: string }>(
    `SELECT game_id FROM stake WHERE state = 'held' AND at < now() - longest_stake() ORDER BY random() LIMIT $1`,
    [BATCH],
  );
  for (const { game_id: gameId } of rows)
    await endOne(parts, gameId).catch((error: unknown) => {
      parts.log.error({ alarm: true, err: error, gameId }, 'settlement of an overdue stake failed');
    });
}

async function endOne({ game, ledger, log }: Parts, gameId: string): Promise<void> {
  const winnerId = winnerOf(await ask(game, gameId));
  if (winnerId !== undefined) await ledger.commit(finish({ gameId, winnerId }));
  else log.error({ alarm: true, gameId }, 'stake of an active game was held too long');
}

async function ask(game: Calls<GameService>, gameId: string): Promise<GameState | undefined> {
  try {
    return await game.getGame({ gameId });
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Who gets the pot: a user, nobody (empty), or undefined while the game is not over. */
function winnerOf(game: GameState | undefined): string | undefined {
  if (!game || game.status === Status.CANCELLED) return '';
  if (game.status !== Status.FINISHED && game.status !== Status.ABANDONED) return undefined;
  if (game.winner === Mark.NONE) return '';
  return game.winner === Mark.X ? game.xPlayerId : game.oPlayerId;
}

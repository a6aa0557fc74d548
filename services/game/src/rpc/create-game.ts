import type { UserId } from '@fifteen/domain';
import type { CreateGameRequest, CreateGameResponse } from '@fifteen/proto/game';
import { AppError, failpoint } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readDecisionTime } from '../db/database-clock.ts';
import { insertGame } from '../db/game-start.ts';
import { loadGames } from '../db/games.ts';
import { assertStakeAllowed } from '../db/stake-limit.ts';
import type { Game } from '../domain/game.ts';
import {
  assertNotCancelled,
  draftGame,
  isGameOf,
  parseGameStart,
  startedGame,
  type GameStart,
} from '../domain/game-start.ts';
import { stateOf } from '../domain/game-state.ts';
import { pushStart } from '../pushes.ts';
import { insertCancelledGame } from '../workflows/cancel-game.ts';
import { fundGame, publishStart } from '../workflows/fund-game.ts';

/**
 * Starts a game, once for each id (docs/spec/guarantees.md#guarantees-3). A repeat continues with the stored game: it
 * holds the stakes of a game that is still being funded, or returns the state, and pushes the start of a game without a
 * move.
 * @throws INVALID; CONFLICT when the id belongs to another game; GAME_CANCELLED; ALREADY_IN_GAME;
 * INSUFFICIENT_COINS; STAKE_LIMIT, which writes nothing; SERVICE_UNAVAILABLE, after which a job continues with the start
 */
export async function createGame(
  context: AppContext,
  request: CreateGameRequest,
): Promise<CreateGameResponse> {
  const { liveGames } = context;
  const start = parseGameStart(request);
  await assertStakesAllowed(context, start);
  const written = await writeGame(context, start);
  failpoint('game.create.after-funding');
  let game = written ?? (await loadExisting(context, start));
  if (game.status === 'funding') game = (await fundGame(context, game)) ?? (await liveGames.get(game.id));
  // The replica that started it may have crashed before its push.
  else if (!written && game.status === 'active' && game.version === 0) pushStart(context.push, game);
  return { game: stateOf(assertNotCancelled(game, await findShortPlayers(context, game))) };
}

/** @throws STAKE_LIMIT, unless the game was stored before: the limit may have been introduced since */
async function assertStakesAllowed({ db, stakeLimit }: AppContext, start: GameStart): Promise<void> {
  try {
    for (const player of start.players) await assertStakeAllowed(db, stakeLimit, player, start.bet);
  } catch (error) {
    const [stored] = await loadGames(db, [start.gameId]);
    if (!stored) throw error;
  }
}

/** Returns the players who lacked the coins for a game, as the ledger keeps them; none where that did not cancel it. */
async function findShortPlayers(
  { economy }: AppContext,
  { id, cancelReason }: Game,
): Promise<readonly UserId[]> {
  if (cancelReason !== 'INSUFFICIENT_COINS') return [];
  const { stakes } = await economy.getStakes({ gameIds: [id] });
  return stakes.flatMap(({ stake }) => stake?.shortUserIds ?? []);
}

/** Writes the game, and starts it when it has no stakes. Returns null when the id is taken. */
async function writeGame(context: AppContext, start: GameStart): Promise<Game | null> {
  const { db } = context;
  const draft = draftGame(start, readDecisionTime(context));
  const game = await insertGame(db, draft.bet === 0 ? startedGame(draft, readDecisionTime(context)) : draft);
  if (game === 'taken') return null;
  if (game !== 'busy') {
    if (game.status === 'active') publishStart(context, game);
    return game;
  }
  return insertCancelledGame(context, draft, 'ALREADY_IN_GAME');
}

async function loadExisting({ liveGames }: AppContext, start: GameStart): Promise<Game> {
  const game = await liveGames.get(start.gameId);
  if (!isGameOf(game, start)) throw new AppError('CONFLICT', { reason: 'This id is another game' });
  return game;
}

import { randomInt } from 'node:crypto';
import { NEW_GAME } from '@fifteen/rules';
import { AppError, failpoint } from '@fifteen/runtime';
import { isBot, seatOf, type Game } from './game.ts';
import type { LiveGames } from './live.ts';
import { countCancelled } from './metrics.ts';
import { cancelled, insertGame, opened } from './opening.ts';
import { later } from './pace.ts';
import { now, type Parts } from './parts.ts';
import { assertMayStake } from './standing.ts';
import { fund, tellStart } from './stakes.ts';

/** A start as it was asked for. */
export interface Start {
  gameId: string;
  roomId: string;
  round: number;
  players: readonly [string, string];
  bet: number;
  /** Who gets X; null draws by lot. */
  xPlayerId: string | null;
}

/** The least that anybody needs who plays for coins (wire protocol, bets). */
const LEAST_COINS = 1_000;

/**
 * Starts a game, once for each id; see the RPC and reliability 1.3, S2 to S4. A repeat finds the game where it is: still
 * funding, and asks for the stakes again, or beyond.
 * Errors: INVALID, CONFLICT (the id is another game's, or the game was called off), ALREADY_IN_GAME, INSUFFICIENT_COINS,
 * STAKE_LIMIT (nothing is written then), SERVICE_UNAVAILABLE (the sweep goes on with it; a repeat tells what became of it).
 */
export async function createGame(parts: Parts, live: LiveGames, start: Start): Promise<Game> {
  for (const player of start.players) await assertMayStake(parts, player, start.bet);
  const written = await write(parts, start);
  failpoint('game.create.after-funding');
  const game = written ?? (await existing(live, start));
  if (game.status !== 'funding') return playable(game);
  return playable((await fund(parts, game)) ?? (await live.get(game.id)));
}

/** S2, and the whole start where there are no stakes. Null when the id is taken. */
async function write(parts: Parts, start: Start): Promise<Game | null> {
  const draft = draftOf(parts, start);
  const game = draft.bet === 0 ? opened(draft, now(parts)) : draft;
  const outcome = await insertGame(parts.db, game);
  if (outcome === 'taken') return null;
  if (outcome === 'written') {
    if (game.status === 'active') tellStart(parts, game);
    return game;
  }
  const refused = cancelled(draft, 'ALREADY_IN_GAME', now(parts));
  if ((await insertGame(parts.db, refused)) === 'taken') return null;
  countCancelled();
  parts.relay.wake();
  return refused;
}

function draftOf(parts: Parts, { gameId, roomId, round, players: [a, b], bet, xPlayerId }: Start): Game {
  if (a === b) throw new AppError('INVALID', 'A game needs two different players');
  if (isBot(a) && isBot(b)) throw new AppError('INVALID', 'A game needs a person');
  if (bet > 0 && (isBot(a) || isBot(b))) throw new AppError('INVALID', 'A bot plays for no coins');
  // X can force a win on this board, so nobody may foresee who gets it.
  const x = xPlayerId ?? (randomInt(2) === 0 ? a : b);
  if (x !== a && x !== b) throw new AppError('INVALID', 'X is not one of the players');
  return {
    ...{ id: gameId, roomId, round, bet, players: { X: x, O: x === a ? b : a } },
    ...{ status: 'funding', board: NEW_GAME, version: 0, auto: { X: false, O: false }, renewed: false },
    ...{ winner: null, condition: null, abandonedBy: null, cancelReason: null },
    ...{ turnDeadline: null, startedAt: null, lastMoveAt: null, finishedAt: null, settledAt: null },
    dueAt: later(parts.clock.now(), parts.pace.stakeRetry),
  };
}

async function existing(live: LiveGames, { gameId, roomId, round, players, bet }: Start): Promise<Game> {
  const game = await live.get(gameId);
  const same =
    game.roomId === roomId &&
    game.round === round &&
    game.bet === bet &&
    players.every((player) => seatOf(game, player) !== null);
  if (!same) throw new AppError('CONFLICT', 'This id is another game');
  return game;
}

/** A game that never opened answers every start of it with why. */
function playable(game: Game): Game {
  switch (game.cancelReason) {
    case null:
      return game;
    case 'INSUFFICIENT_COINS': {
      const coins = Math.max(game.bet, LEAST_COINS);
      throw new AppError('INSUFFICIENT_COINS', `You need ${coins} coins to play online`, { coins });
    }
    case 'ALREADY_IN_GAME':
      throw new AppError('ALREADY_IN_GAME', 'You are already in a game');
    case 'CALLED_OFF':
      throw new AppError('CONFLICT', 'This game was called off');
  }
}

import {
  applyMove,
  chooseMove,
  opponentOf,
  refusalOf,
  type Position,
  type Refusal,
  type Side,
} from '@fifteen/rules';
import { AppError } from '@fifteen/runtime';
import { isBot, seatOf, turnOf, type Change, type Game, type Seats } from './game.ts';
import { later, turnFrom, type Pace, type Random } from './pace.ts';

/**
 * What a command makes of a game, as pure functions of the game and the instant: a change to be written, `same` when
 * nothing is to change, or the refusal.
 */
export type Decision = Change | 'same' | AppError;

/** Where and when a decision is made; `random` answers a number in [0, 1). */
export interface Now {
  at: Date;
  pace: Pace;
  random: Random;
}

const REFUSALS: Readonly<Record<Refusal, readonly [code: string, message: string]>> = {
  'not-active': ['GAME_NOT_ACTIVE', 'Start a new game to play'],
  'out-of-board': ['INVALID_MOVE', 'There is no such position on the board'],
  occupied: ['POSITION_OCCUPIED', 'Position already occupied'],
  'centre-locked': ['POSITION_LOCKED', 'Position 8 is locked on the first move'],
  'out-of-turn': ['NOT_YOUR_TURN', 'Waiting for your opponent to make a move'],
};

const refuse = (reason: Refusal): AppError => new AppError(...REFUSALS[reason]);
const stranger = (): AppError => new AppError('NOT_A_PLAYER', 'You are not a player in this game');

/**
 * A player's move. The same move again is no error (reliability 1.3, S5): its answer was lost. A move from a seat on
 * auto-play shows that the player is back, and takes control.
 */
export function decideMove(game: Game, userId: string, position: number, now: Now): Decision {
  const side = seatOf(game, userId);
  if (side === null) return stranger();
  if (isRepeat(game, side, position)) return 'same';
  if (game.status !== 'active') return refuse('not-active');
  const refusal = refusalOf(game.board, side, position);
  if (refusal !== null) return refuse(refusal);
  return place(game, position as Position, { ...game.auto, [side]: false }, false, now);
}

function isRepeat(game: Game, side: Side, position: number): boolean {
  const { moves } = game.board;
  const movedLast = moves.length % 2 === 1 ? 'X' : 'O';
  return moves.at(side === movedLast ? -1 : -2) === position;
}

/**
 * Takes a seat back from auto-play. On turn that gives a fresh turn, once: who let that one pass too gets no third,
 * else a game could be held up for ever. Then the clock runs on, and the seat is free again from the next move.
 */
export function decideTakeControl(game: Game, userId: string, now: Now): Decision {
  const side = seatOf(game, userId);
  if (side === null) return stranger();
  if (game.status !== 'active') return refuse('not-active');
  if (!game.auto[side]) return new AppError('AUTO_PLAY_NOT_ACTIVE', 'Auto-play is not active');
  const fresh = turnOf(game) === side && !game.renewed;
  return change(game, side, now, {
    auto: { ...game.auto, [side]: false },
    ...(fresh ? { renewed: true, ...turnFrom(now.at, userId, false, now.pace, now.random) } : {}),
  });
}

/** A player leaves on purpose and loses, from the first second on (reliability 1.4). */
export function decideAbandon(game: Game, userId: string, now: Now): Decision {
  const side = seatOf(game, userId);
  if (side === null) return stranger();
  if (game.status !== 'active') return 'same';
  const how = { winner: opponentOf(side), condition: 'abandonment', abandonedBy: userId } as const;
  return change(game, side, now, { status: 'abandoned', ...how, ...over(game, now) });
}

/**
 * What is to be done for a game that is due: a bot moves, hard; the server moves for an absent player, medium; or a
 * turn has run out, and the seat goes on auto-play. When that leaves both seats to the server and fewer than 2 moves
 * were played, nobody has come: the game expires and both get their stake back. Later it is played out.
 */
export function decideDue(game: Game, now: Now): Change {
  const side = turnOf(game);
  const isBots = isBot(game.players[side]);
  const auto = isBots ? game.auto : { ...game.auto, [side]: true };
  if (auto.X && auto.O && !game.auto[side] && game.board.moves.length < 2) {
    const how = { status: 'abandoned', condition: 'expired', auto } as const;
    return { ...change(game, side, now, { ...how, ...over(game, now) }), byServer: true };
  }
  if (isBots || game.auto[side] || game.renewed) {
    const position = chooseMove(game.board, isBots ? 'hard' : 'medium', now.random);
    return place(game, position, auto, !isBots, now);
  }
  const turn = turnFrom(now.at, game.players[side], true, now.pace, now.random);
  return { ...change(game, side, now, { auto, ...turn }), byServer: true };
}

/** The side to move takes a cell: the game goes on with the other side, or has ended. */
function place(game: Game, position: Position, auto: Seats<boolean>, byServer: boolean, now: Now): Change {
  const side = turnOf(game);
  const board = applyMove(game.board, position);
  const { outcome } = board;
  const next = opponentOf(side);
  const then = outcome
    ? {
        status: 'finished' as const,
        winner: outcome.winner,
        condition: outcome.condition,
        ...over(game, now),
      }
    : turnFrom(now.at, game.players[next], auto[next], now.pace, now.random);
  const moved = { board, auto, renewed: false, lastMoveAt: now.at };
  return { ...change(game, side, now, { ...moved, ...then }), position, byServer };
}

function change(before: Game, by: Side, { at }: Now, difference: Partial<Game>): Change {
  const after = { ...before, ...difference, version: before.version + 1 };
  return { before, after, at, by, position: null, byServer: false };
}

/** What is the same of every end. Without a stake there is nothing left to do. */
function over(game: Game, { at, pace }: Now): Partial<Game> {
  const settled = game.bet === 0;
  return {
    turnDeadline: null,
    finishedAt: at,
    settledAt: settled ? at : null,
    dueAt: settled ? null : later(at, pace.stakeRetry),
  };
}

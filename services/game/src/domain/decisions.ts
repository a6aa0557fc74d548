import {
  applyMove,
  chooseMove,
  type ErrorCode,
  isBot,
  opponentOf,
  type Position,
  type RuleViolation,
  type Side,
  violationOf,
  type UserId,
} from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { seatOf, turnOf, type Change, type Game, type PerSeat } from './game.ts';
import { later, turnFrom, type Timings, type Random } from './timings.ts';

/** The result of a command: a change to write, `same` when nothing changes, or the error to throw. */
export type Decision = Change | 'same' | AppError;

/** The instant and the settings of a decision. */
export interface DecisionTime {
  at: Date;
  timings: Timings;
  random: Random;
}

/** A cell, and the number of the move that should take it, from 1; without it, the move counts in any position. */
export interface ChosenMove {
  position: number;
  ply?: number | undefined;
}

/** The error of a move that breaks a rule. */
const ERRORS = {
  'not-active': 'GAME_NOT_ACTIVE',
  'out-of-board': 'INVALID_MOVE',
  occupied: 'POSITION_OCCUPIED',
  'centre-locked': 'POSITION_LOCKED',
  'out-of-turn': 'NOT_YOUR_TURN',
} as const satisfies Record<RuleViolation, ErrorCode>;

const errorOf = (violation: RuleViolation): AppError => new AppError(ERRORS[violation]);
const notAPlayer = (): AppError => new AppError('NOT_A_PLAYER');
const notActive = ({ status }: Game): AppError =>
  new AppError(status === 'funding' ? 'GAME_NOT_READY' : 'GAME_NOT_ACTIVE');

/**
 * Decides a player's move. A repeat of the same move is no error (docs/spec/guarantees.md#guarantees-3): its response was lost. A move
 * from a seat on auto-play shows that the player is back, and takes control. A move that was chosen for another position
 * is rejected: it may arrive turns later, after auto-play has moved for its player.
 */
export function decideMove(game: Game, userId: UserId, move: ChosenMove, now: DecisionTime): Decision {
  const side = seatOf(game, userId);
  if (side === null) return notAPlayer();
  if (isRepeat(game, side, move)) return 'same';
  if (game.status !== 'active') return notActive(game);
  const { position, ply } = move;
  const violation = violationOf(game.board, side, position);
  if (violation !== null) return errorOf(violation);
  if (ply !== undefined && ply !== game.board.moves.length + 1) return new AppError('CONFLICT');
  return placeMark(game, position as Position, { ...game.auto, [side]: false }, false, now);
}

/** Returns whether the player has made this move already: at its ply, or without one as the last own move. */
function isRepeat({ board: { moves } }: Game, side: Side, { position, ply }: ChosenMove): boolean {
  const lastOwnPly = moves.length % 2 === (side === 'X' ? 1 : 0) ? moves.length : moves.length - 1;
  const at = ply ?? lastOwnPly;
  return (at % 2 === 1) === (side === 'X') && moves[at - 1] === position;
}

/**
 * Takes a seat back from auto-play. On turn, the player gets a fresh turn once: a player who misses that one too gets no
 * third, so that no game can be delayed without end. Then the clock runs on, and the seat is free from the next move.
 * @param isRepeat whether an earlier attempt of the same request may have taken control
 */
export function decideTakeControl(
  game: Game,
  userId: UserId,
  now: DecisionTime,
  isRepeat: boolean,
): Decision {
  const side = seatOf(game, userId);
  if (side === null) return notAPlayer();
  if (game.status !== 'active') return notActive(game);
  if (!game.auto[side]) return isRepeat ? 'same' : new AppError('AUTO_PLAY_NOT_ACTIVE');
  const fresh = turnOf(game) === side && !game.renewed;
  return change(game, side, now, {
    auto: { ...game.auto, [side]: false },
    ...(fresh ? { renewed: true, ...turnFrom(now.at, userId, false, now.timings, now.random) } : {}),
  });
}

/**
 * Decides an abandonment: a player who leaves on purpose loses, from the first second on (docs/spec/guarantees.md#guarantees-4).
 * @param unlessActive whether an active game goes on instead: the player did not see it
 */
export function decideAbandon(
  game: Game,
  userId: UserId,
  now: DecisionTime,
  unlessActive: boolean,
): Decision {
  const side = seatOf(game, userId);
  if (side === null) return notAPlayer();
  if (game.status !== 'active') return 'same';
  if (unlessActive) return new AppError('ALREADY_IN_GAME');
  const result = { winner: opponentOf(side), condition: 'abandonment', abandonedBy: userId } as const;
  return change(game, side, now, { status: 'abandoned', ...result, ...endOf(game, now) });
}

/**
 * Decides what happens to a due game. A bot moves at level hard; the server moves at level medium for a player on
 * auto-play, or whose control was renewed on this turn; otherwise the turn ran out, and the seat goes on auto-play. When
 * both seats are then on auto-play after fewer than 2 moves, both players are absent: the game expires and both get their
 * stake back. Later it is played to its end.
 */
export function decideDue(game: Game, now: DecisionTime): Change {
  const side = turnOf(game);
  const isBotSeat = isBot(game.players[side]);
  const auto = isBotSeat ? game.auto : { ...game.auto, [side]: true };
  if (auto.X && auto.O && !game.auto[side] && game.board.moves.length < 2) {
    const result = { status: 'abandoned', condition: 'expired', auto } as const;
    return { ...change(game, side, now, { ...result, ...endOf(game, now) }), byServer: true };
  }
  if (isBotSeat || game.auto[side] || game.renewed) {
    const position = chooseMove(game.board, isBotSeat ? 'hard' : 'medium', now.random);
    return placeMark(game, position, auto, !isBotSeat, now);
  }
  const turn = turnFrom(now.at, game.players[side], true, now.timings, now.random);
  return { ...change(game, side, now, { auto, ...turn }), byServer: true };
}

/** Places a mark for the side to move. The game continues with the other side or ends. */
function placeMark(
  game: Game,
  position: Position,
  auto: PerSeat<boolean>,
  byServer: boolean,
  now: DecisionTime,
): Change {
  const side = turnOf(game);
  const board = applyMove(game.board, position);
  const { outcome } = board;
  const next = opponentOf(side);
  const then = outcome
    ? {
        status: 'finished' as const,
        winner: outcome.winner,
        condition: outcome.condition,
        ...endOf(game, now),
      }
    : turnFrom(now.at, game.players[next], auto[next], now.timings, now.random);
  const moved = { board, auto, renewed: false, lastMoveAt: now.at };
  return { ...change(game, side, now, { ...moved, ...then }), position, byServer };
}

function change(before: Game, by: Side, { at }: DecisionTime, difference: Partial<Game>): Change {
  const after = { ...before, ...difference, version: before.version + 1 };
  return { before, after, at, by, position: null, byServer: false };
}

/** Returns the fields that every end sets. A game without stakes needs no payout. */
function endOf(game: Game, { at, timings }: DecisionTime): Partial<Game> {
  const settled = game.bet === 0;
  return {
    turnDeadline: null,
    finishedAt: at,
    settledAt: settled ? at : null,
    dueAt: settled ? null : later(at, timings.stakeRetry),
  };
}

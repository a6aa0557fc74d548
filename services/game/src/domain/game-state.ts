import { Condition, Mark, Status, type GameState } from '@fifteen/proto/game';
import type { Side } from '@fifteen/domain';
import { turnOf, type Condition as GameCondition, type Game, type Status as GameStatus } from './game.ts';

const STATUS: Readonly<Record<GameStatus, Status>> = {
  funding: Status.FUNDING,
  active: Status.ACTIVE,
  finished: Status.FINISHED,
  abandoned: Status.ABANDONED,
  cancelling: Status.CANCELLED,
  cancelled: Status.CANCELLED,
};

const CONDITION: Readonly<Record<GameCondition, Condition>> = {
  draw: Condition.DRAW,
  horizontal: Condition.HORIZONTAL,
  vertical: Condition.VERTICAL,
  diagonal: Condition.DIAGONAL,
  abandonment: Condition.ABANDONMENT,
  expired: Condition.EXPIRED,
};

/** Returns the protobuf value of a side; undefined for none. */
const markOf = (side: Side | null): Mark | undefined =>
  side === null ? undefined : side === 'X' ? Mark.X : Mark.O;

/** Returns a game as other services see it. */
export function stateOf(game: Game): GameState {
  const cancelled = STATUS[game.status] === Status.CANCELLED;
  const ending = cancelled ? Condition.CANCELLED : undefined;
  return {
    id: game.id,
    roomId: game.roomId,
    status: STATUS[game.status],
    xPlayerId: game.players.X,
    oPlayerId: game.players.O,
    moves: [...game.board.moves],
    version: game.version,
    bet: game.bet,
    turn: markOf(game.status === 'active' ? turnOf(game) : null),
    turnDeadline: game.turnDeadline ?? undefined,
    lastMoveAt: game.lastMoveAt ?? undefined,
    autoX: game.auto.X,
    autoO: game.auto.O,
    winner: markOf(game.winner),
    condition: game.condition ? CONDITION[game.condition] : ending,
    winningPositions: [...(game.board.outcome?.winningPositions ?? [])],
    startedAt: game.startedAt ?? undefined,
    finishedAt: game.finishedAt ?? undefined,
    round: game.round,
    abandonedBy: game.abandonedBy ?? '',
  };
}

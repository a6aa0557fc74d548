import { StakeState, type StakeRecord } from '@fifteen/proto/economy';
import { replay, type GameId, type UserId } from '@fifteen/domain';

/** How a payout is wrong: the row of the game differs from its moves, the stake is unpaid, or the payment differs. */
export type PayoutFault = 'record' | 'unpaid' | 'payment';

/** The row of an ended game with stakes. */
export interface PaidGame {
  id: GameId;
  x_user: UserId;
  o_user: UserId;
  bet: number;
  status: string;
  winner: 'X' | 'O' | null;
  condition: string | null;
  abandoned_by: UserId | null;
  moves: number[];
  /** The same moves from the table `move`. */
  played: number[];
  finished_at: string;
}

/** Returns how the payout of a game differs from its moves, undefined when it is right. */
export function payoutFaultOf(game: PaidGame, record: StakeRecord | undefined): PayoutFault | undefined {
  if (!isRecordRight(game)) return 'record';
  const { stake } = record ?? {};
  if (game.status === 'cancelled') {
    const isUnrefunded = stake?.state === StakeState.HELD || stake?.state === StakeState.SETTLED;
    return isUnrefunded ? 'payment' : undefined;
  }
  if (!record || !stake || stake.state === StakeState.HELD) return 'unpaid';
  // A void stake took nothing, so without a winner there was nothing to pay.
  if (game.winner === null && stake.state === StakeState.VOID) return undefined;
  const winnerId = game.winner === null ? '' : game.winner === 'X' ? game.x_user : game.o_user;
  const isRight =
    stake.state === (winnerId ? StakeState.SETTLED : StakeState.REFUNDED) &&
    stake.winnerId === winnerId &&
    record.xUserId === game.x_user &&
    record.oUserId === game.o_user &&
    record.bet === game.bet;
  return isRight ? undefined : 'payment';
}

/** Returns whether winner and condition follow from the moves, and both records of the moves agree. */
function isRecordRight(game: PaidGame): boolean {
  if (game.played.join() !== game.moves.join()) return false;
  const played = replay(game.moves);
  if (!played.ok) return false;
  const { outcome } = played.state;
  switch (game.status) {
    case 'finished':
      return outcome !== null && outcome.winner === game.winner && outcome.condition === game.condition;
    case 'abandoned': {
      const left = game.abandoned_by === game.x_user ? 'O' : 'X';
      return outcome === null && game.winner === (game.condition === 'abandonment' ? left : null);
    }
    default:
      return game.moves.length === 0 && game.winner === null;
  }
}

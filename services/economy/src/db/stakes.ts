import type { GameId, UserId } from '@fifteen/domain';
import { StakeState, type FinishStakeRequest, type Stake } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import type { LedgerCommand } from './ledger.ts';

/** States of a stake, from the database to the RPCs. */
export const STATES = {
  held: StakeState.HELD,
  settled: StakeState.SETTLED,
  refunded: StakeState.REFUNDED,
  void: StakeState.VOID,
} as const;

/** Returns the command that calls a SQL function whose result is a stake. */
export const stakeCommand =
  (gameId: GameId, call: string, values: unknown[]): LedgerCommand<Stake> =>
  async (sql, effects) => {
    const { rows } = await sql.query<StakeResult>(`SELECT * FROM ${call}`, values);
    const [row] = rows;
    if (!row) throw new Error(`${call} returned no row`);
    const { state, winner, short } = row;
    effects.addBalances(row.changed_balances);
    return { gameId, state: STATES[state], winnerId: winner ?? '', shortUserIds: short };
  };

interface StakeResult {
  state: keyof typeof STATES;
  winner: UserId | null;
  short: UserId[];
  changed_balances: BalanceChanged[];
}

/**
 * Pays the pot to the winner, or both stakes back without one.
 * @throws CONFLICT when the game ended otherwise, NOT_FOUND for a game without a stake, INVALID when the winner did not
 *   play
 */
export const finishStakeCommand = ({ gameId, winnerId }: FinishStakeRequest): LedgerCommand<Stake> =>
  stakeCommand(gameId, 'finish_stake($1, $2)', [gameId, winnerId || null]);

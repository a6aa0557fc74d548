import { StakeState, type FinishRequest, type HoldRequest, type Stake } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import type { Sql } from '@fifteen/runtime';
import type { Outcome, Verb } from './ledger.ts';

interface StakeAnswer {
  state: 'held' | 'settled' | 'refunded' | 'void';
  winner: string | null;
  short: string[];
  changed_balances: BalanceChanged[];
}

/** States of a stake, from the database to the wire. */
export const STATES = {
  held: StakeState.HELD,
  settled: StakeState.SETTLED,
  refunded: StakeState.REFUNDED,
  void: StakeState.VOID,
} as const;

async function callStake(sql: Sql, gameId: string, call: string, values: unknown[]): Promise<Outcome<Stake>> {
  const { rows } = await sql.query<StakeAnswer>(`SELECT * FROM ${call}`, values);
  const [row] = rows;
  if (!row) throw new Error(`${call} answered nothing`);
  const { state, winner, short } = row;
  return {
    answer: { gameId, state: STATES[state], winnerId: winner ?? '', shortUserIds: short },
    moved: row.changed_balances,
  };
}

/** Takes both stakes into the game's escrow or neither. Refuses CONFLICT when the game was held on other terms. */
export const hold = ({ gameId, xUserId, oUserId, bet }: HoldRequest): Verb<Stake> => ({
  name: 'hold',
  run: (sql) => callStake(sql, gameId, 'hold_stake($1, $2, $3, $4)', [gameId, xUserId, oUserId, bet]),
});

/** Ends a game that never opened; `held` when a hold came first. */
export const voidStake = (gameId: string): Verb<Stake> => ({
  name: 'void',
  run: (sql) => callStake(sql, gameId, 'void_stake($1)', [gameId]),
});

/**
 * Pays the pot to the winner, or both stakes back without one. Refuses CONFLICT when it ended otherwise, NOT_FOUND when
 * no stake was ever asked for, INVALID when the winner did not play.
 */
export const finish = ({ gameId, winnerId }: FinishRequest): Verb<Stake> => ({
  name: 'finish',
  run: (sql) => callStake(sql, gameId, 'finish_stake($1, $2)', [gameId, winnerId || null]),
});

import { toGameId, toUserId } from '@fifteen/domain';
import { StakeState, type Stake, type StakeRecord } from '@fifteen/proto/economy';
import { describe, expect, test } from 'vitest';
import { payoutFaultOf, type PaidGame } from '../src/domain/payouts.ts';
import { DRAWN, X_WINS } from './harness.ts';

const ID = toGameId('9d0e2f1a-52a4-4f0e-9d3c-6a1f0d1c2b3a');
const ANNA = toUserId('anna');
const BEN = toUserId('ben');

/** A game that Anna, with X, won. */
const won: PaidGame = {
  ...{ id: ID, x_user: ANNA, o_user: BEN, bet: 5_000, status: 'finished', winner: 'X' },
  ...{ condition: 'vertical', abandoned_by: null, moves: X_WINS, played: X_WINS, finished_at: '2026-03-02' },
};
const drawn: PaidGame = { ...won, winner: null, condition: 'draw', moves: DRAWN, played: DRAWN };
const left: PaidGame = {
  ...{ ...won, status: 'abandoned', winner: 'O', condition: 'abandonment', abandoned_by: ANNA },
  ...{ moves: [1], played: [1] },
};
const expired: PaidGame = { ...left, winner: null, condition: 'expired', abandoned_by: null };
const cancelled: PaidGame = {
  ...{ ...won, status: 'cancelled', winner: null, condition: null, moves: [], played: [] },
};

const paid = (stake: Partial<Stake>, rest: Partial<StakeRecord> = {}): StakeRecord => ({
  stake: { gameId: ID, state: StakeState.SETTLED, winnerId: '', shortUserIds: [], ...stake },
  ...{ xUserId: ANNA, oUserId: BEN, bet: 5_000 },
  ...rest,
});
const toAnna = paid({ winnerId: ANNA });
const toBen = paid({ winnerId: BEN });
const refunded = paid({ state: StakeState.REFUNDED });
/** A stake without terms: the game was voided before its stakes were held. */
const voided = paid({ state: StakeState.VOID }, { xUserId: toUserId(''), oUserId: toUserId(''), bet: 0 });
const held = paid({ state: StakeState.HELD });

describe('no fault is found', () => {
  test.each([
    ['in a game that its winner was paid for', won, toAnna],
    ['in a game that O won by leaving of X', left, toBen],
    ['in a game that X won by leaving of O', { ...left, winner: 'X', abandoned_by: BEN }, toAnna],
    ['in a refunded draw', drawn, refunded],
    ['in a draw whose stakes were never taken', drawn, voided],
    ['in a refunded game that expired', expired, refunded],
    ['in a refunded game that never began', cancelled, refunded],
    ['in a game that never began and held nothing', cancelled, undefined],
  ] satisfies [string, PaidGame, StakeRecord | undefined][])('%s', (_, game, record) => {
    expect(payoutFaultOf(game, record)).toBeUndefined();
  });
});

describe('a record is false', () => {
  test.each([
    ['when a move is missing in one of its two places', { ...won, played: X_WINS.slice(1) }],
    ['when its moves break the rules', { ...won, moves: [1, 1], played: [1, 1] }],
    ['when it is finished without an end on the board', { ...won, moves: [1], played: [1] }],
    ['when a draw is said of a board that is not full', { ...drawn, moves: [1], played: [1] }],
    ['when the loser is called winner', { ...won, winner: 'O' }],
    ['when another line is named', { ...won, condition: 'horizontal' }],
    ['when a finished game is said to be left', { ...left, moves: X_WINS, played: X_WINS }],
    ['when the player who left is called winner', { ...left, winner: 'X' }],
    ['when the player who left with O is called winner', { ...left, abandoned_by: BEN }],
    ['when an expired game has a winner', { ...expired, winner: 'O' }],
    ['when a game that never began has moves', { ...cancelled, moves: [1], played: [1] }],
    ['when a game that never began has a winner', { ...cancelled, winner: 'X' }],
  ] satisfies [string, PaidGame][])('%s', (_, game) => {
    for (const record of [toAnna, toBen, refunded]) expect(payoutFaultOf(game, record)).toBe('record');
  });
});

test.each([
  ['no stake is known', undefined],
  ['the stake was never held', paid({}, { stake: undefined })],
  ['the stake is still held', held],
])('an ended game is unpaid when %s', (_, record) => {
  for (const game of [won, left, drawn, expired]) expect(payoutFaultOf(game, record)).toBe('unpaid');
});

describe('a payment is wrong', () => {
  test.each([
    ['when it went to the loser', won, toBen],
    ['when the stakes of a win were never taken', won, voided],
    ['when a win was refunded', won, paid({ state: StakeState.REFUNDED, winnerId: ANNA })],
    ['when a draw was paid to a player', drawn, toAnna],
    ['when a draw was settled without a winner', drawn, paid({})],
    ['when the stake is of another X', won, paid({ winnerId: ANNA }, { xUserId: toUserId('carla') })],
    ['when the stake is of another O', won, paid({ winnerId: ANNA }, { oUserId: toUserId('carla') })],
    ['when the stake is of another size', won, paid({ winnerId: ANNA }, { bet: 10_000 })],
    ['when a game that never began keeps its stakes', cancelled, held],
    ['when a game that never began was paid', cancelled, toAnna],
  ] satisfies [string, PaidGame, StakeRecord][])('%s', (_, game, record) => {
    expect(payoutFaultOf(game, record)).toBe('payment');
  });
});

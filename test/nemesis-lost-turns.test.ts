import { expect, test } from 'vitest';
import { Evidence } from '../scripts/nemesis/evidence.ts';
import type { TimedEntry } from '../scripts/nemesis/history.ts';
import { findLostTurns } from '../scripts/nemesis/lost-turns.ts';
import type { GameRow, Snapshot } from '../scripts/nemesis/snapshot.ts';

/** The clock of the database is ahead of the players'. */
const AHEAD_SECONDS = 3_600;
const at = (second: number) => new Date(second * 1_000);
const inDatabase = (second: number) => at(AHEAD_SECONDS + second);

/** A game of Ana and Ben in which the server made the second move for Ben after 32 s, and the fourth after 2 s. */
const row = {
  ...{ id: 'g1', x: 'ana', o: 'ben', moves: [1, 2, 6, 3, 11], auto: [2, 4], startedAt: inDatabase(0) },
  movedAt: [1, 33, 34, 36, 37].map(inDatabase),
} as unknown as GameRow;
const snapshot = { aheadMs: AHEAD_SECONDS * 1_000, games: [row] } as unknown as Snapshot;
const game = { kind: 'game', gameId: 'g1', version: 1, status: 'active', winner: null } as const;
const move = { kind: 'move', gameId: 'g1', position: 2 } as const;

const LOST =
  'ben (O) lost turn 2 of 5 of game g1: it began at 1970-01-01T00:00:01.000Z, and the server moved after 32.0 s; the client ';
const ON_AUTO_PLAY =
  'ben (O) was on auto-play in turn 4 of 5 of game g1: it began at 1970-01-01T00:00:34.000Z, and the server moved after 2.0 s';

/** Returns the lost turns if Ben's client did this, by seconds. */
function lostTurns(did: readonly (readonly [number, object])[]) {
  const entries = did.map(([second, entry]) => ({ user: 'ben', at: at(second), ...entry }) as TimedEntry);
  return findLostTurns(new Evidence(entries, snapshot));
}

test('a lost turn is described by what its player did in it', () => {
  const [lost, followUp] = lostTurns([
    [-4, { kind: 'connected', gateway: 'http://localhost:0', ms: 100 }],
    [0, { kind: 'step', step: 'look up its game' }],
    [0.5, { kind: 'step', step: 'start a game' }],
    [2, { kind: 'closed', code: 1012 }],
    [7, { kind: 'connected', gateway: 'http://localhost:1', ms: 4_200 }],
    [7.1, { ...game, moves: [1] }],
    [8, { kind: 'step', step: 'play' }],
    [8.1, move],
    [9.1, move],
    [9.2, { kind: 'move rejected', gameId: 'g1', code: 'CONFLICT' }],
    [9.3, { ...move, gameId: 'g2' }],
    [33.5, move],
    [40, { kind: 'step', step: 'read the record' }],
  ]);
  expect(lost).toBe(
    `${LOST}received it at 6.1 s, sent 2 moves from 7.1 s to 8.1 s, began to start a game at -0.5 s, ` +
      'connected to http://localhost:0 in 0.1 s at -5.0 s, lost its connection (1012) at 1.0 s, ' +
      'connected to http://localhost:1 in 4.2 s at 6.0 s, began to play at 7.0 s, got CONFLICT at 8.2 s',
  );
  expect(followUp).toBe(ON_AUTO_PLAY);
});

test('a lost turn of a player who received nothing says so', () => {
  expect(lostTurns([])).toEqual([`${LOST}never received it, sent no move`, ON_AUTO_PLAY]);
});

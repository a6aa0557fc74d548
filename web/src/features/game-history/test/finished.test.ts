import type { Game } from '@fifteen/contract';
import { fromMoves, toBoard } from '@fifteen/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { saveGame, type SavedGame, savedGames } from '@/lib/savedGames.ts';
import { coinsOf, finishedLocal, finishedOnline, resultOf } from '../model/finished.ts';

const X_WINS = [2, 1, 7, 3, 12];
const DRAW = [1, 2, 3, 6, 5, 4, 7, 8, 9, 11, 10, 13, 12, 15, 14];
const me = { id: 'me', displayName: 'Mina', profileImageUrl: null };

function online(moves: number[], overrides: Partial<Game> = {}): Game {
  const state = fromMoves(moves);
  return {
    id: 'g1',
    status: 'finished',
    board: toBoard(state),
    winner: state.outcome?.winner ?? null,
    finishedAt: '2026-11-20T12:00:00.000Z',
    playerXId: 'me',
    playerOId: 'you',
    playerXInfo: { displayName: 'Mina', profileImageUrl: null },
    playerOInfo: null,
    betAmount: 5000,
    moves,
    ...overrides,
  } as Game;
}

const local = (moves: number[], overrides: Partial<SavedGame> = {}) =>
  ({
    id: 'local-game-1',
    mode: 'ai',
    difficulty: 'hard',
    own: 'X',
    moves,
    endedAt: 5,
    ...overrides,
  }) as SavedGame;

beforeAll(startI18n);

describe('a finished game', () => {
  it('is never made of one that is on', () => {
    expect(finishedOnline(online([2, 1], { status: 'active', finishedAt: null }), 'me')).toBeNull();
    expect(finishedLocal(local([2, 1]), me)).toBeNull();
    // Not even if status and board of the server differ, or its moves are invalid.
    expect(finishedOnline(online(X_WINS, { status: 'active' }), 'me')).toBeNull();
    expect(finishedOnline({ ...online([]), moves: [8, 8] } as Game, 'me')).toBeNull();
    expect(finishedLocal(local([8, 8]), me)).toBeNull();
  });

  it.each([
    ['won', 'me', X_WINS, {}, 5000],
    ['lost', 'you', X_WINS, {}, -5000],
    ['draw', 'me', DRAW, {}, 0],
    ['over', 'somebody', X_WINS, {}, 0],
    ['won', 'me', [2, 1], { status: 'abandoned', winner: 'X' }, 5000],
    ['lost', 'me', [2, 1], { status: 'abandoned', winner: 'O' }, -5000],
    ['over', 'me', [2, 1], { status: 'abandoned', winner: null }, 0],
  ] as const)('is %s for %s', (result, who, moves, overrides, coins) => {
    const game = finishedOnline(online([...moves], overrides), who);
    expect(game && resultOf(game)).toBe(result);
    expect(game && coinsOf(game)).toBe(coins);
  });

  it('says how it ended', () => {
    const ending = (moves: number[], overrides: Partial<Game> = {}) =>
      finishedOnline(online(moves, overrides), 'me')?.ending;
    expect(ending(X_WINS)).toBe('line');
    expect(ending(DRAW)).toBe('draw');
    expect(ending([2], { status: 'abandoned', winner: 'O' })).toBe('left');
    expect(ending([2], { status: 'abandoned' })).toBe('broken');
  });

  it('names both players, also one without an account', () => {
    expect(finishedOnline(online(X_WINS), 'me')?.players).toMatchObject({
      X: { name: 'Mina' },
      O: { name: 'Player O' },
    });
    expect(finishedLocal(local(X_WINS), me)?.players.O).toMatchObject({
      name: 'Orion · Hard',
      kind: 'computer',
      level: 'hard',
    });
    const asO = finishedLocal(local(X_WINS, { own: 'O' }), me);
    expect(asO).toMatchObject({ own: 'O', players: { X: { kind: 'computer' }, O: { name: 'Mina' } } });
    expect(asO && resultOf(asO)).toBe('lost');
    const passed = finishedLocal(local(X_WINS, { mode: 'pass-play', own: null }), me);
    expect(passed).toMatchObject({ own: null, players: { O: { name: 'Player O', kind: 'second player' } } });
  });
});

describe('the games kept on this device', () => {
  it('are the last thirty, the newest first, each once', () => {
    localStorage.clear();
    for (let index = 0; index < 32; index += 1) saveGame(local(X_WINS, { id: `local-game-${index}` }));
    saveGame(local(X_WINS, { id: 'local-game-31' }));
    expect(savedGames()).toHaveLength(30);
    expect(savedGames()[0]).toEqual(local(X_WINS, { id: 'local-game-31' }));
    expect(savedGames().at(-1)?.id).toBe('local-game-2');
  });

  it.each([
    ['no list', '{"id":1}'],
    ['no JSON', 'x'],
    ['a game that did not end', JSON.stringify([local([1, 2])])],
    ['an illegal one', JSON.stringify([local([8, 1])])],
    ['one of a level nobody knows', JSON.stringify([{ ...local(X_WINS), difficulty: 'god' }])],
    ['nothing at all', '[null]'],
  ])('leave out %s', (_, text) => {
    localStorage.setItem('localGames', text);
    expect(savedGames()).toEqual([]);
  });
});

import { type GameState, NEW_GAME, type Side } from '@fifteen/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startComputerRecord, useComputerRecord } from '../model/record.ts';
import type { LocalGame } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

/** Ends a game against the computer so, as its store reports it. */
function end(difficulty: 'easy' | 'hard', winner: Side | null, overrides: Partial<LocalGame> = {}): void {
  const { game } = useLocalGame.getState();
  const state = { ...NEW_GAME, outcome: { winner } } as unknown as GameState;
  const over: LocalGame = {
    ...game,
    own: 'X',
    assisted: false,
    difficulty,
    state,
    phase: 'over',
    ...overrides,
  };
  useLocalGame.setState({ game: over });
  useLocalGame.setState({ game: { ...over, phase: 'resultShown' } });
}

let stop: () => void;
beforeEach(() => {
  localStorage.clear();
  useComputerRecord.setState({ record: {} });
  stop = startComputerRecord();
});
afterEach(() => stop());

it('counts games against the computer by level, and keeps them on the device', () => {
  for (const winner of ['X', 'X', 'O', null] as const) end('hard', winner);
  end('easy', 'X');
  end('easy', 'X', { own: null });
  const record = { hard: [2, 1, 1], easy: [1, 0, 0] };
  expect(useComputerRecord.getState().record).toEqual(record);
  expect(JSON.parse(localStorage.getItem('computerRecord') ?? '')).toEqual(record);
});

it('counts a game as O for the side of the player, and no game with help', () => {
  end('hard', 'O', { own: 'O' });
  end('hard', 'X', { own: 'O' });
  end('hard', 'X', { assisted: true });
  expect(useComputerRecord.getState().record).toEqual({ hard: [1, 1, 0] });
});

it('counts on what another tab has counted', () => {
  end('hard', 'X');
  localStorage.setItem('computerRecord', JSON.stringify({ hard: [1, 1, 0], easy: [3, 0, 0] }));
  end('hard', 'X');
  const record = { hard: [2, 1, 0], easy: [3, 0, 0] };
  expect(useComputerRecord.getState().record).toEqual(record);
  expect(JSON.parse(localStorage.getItem('computerRecord') ?? '')).toEqual(record);
});

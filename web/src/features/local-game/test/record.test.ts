import { type GameState, NEW_GAME } from '@fifteen/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startComputerRecord, useComputerRecord } from '../model/record.ts';
import { useLocalGame } from '../model/store.ts';

/** Ends a game against the computer, as its store reports it. */
function end(difficulty: 'easy' | 'hard', winner: 'X' | 'O' | null, mode: 'ai' | 'pass-play' = 'ai'): void {
  const { game } = useLocalGame.getState();
  const state = { ...NEW_GAME, outcome: { winner } } as unknown as GameState;
  const over = { ...game, mode, difficulty, state, phase: 'over' as const };
  useLocalGame.setState({ game: over });
  useLocalGame.setState({ game: { ...over, phase: 'reported' } });
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
  end('easy', 'X', 'pass-play');
  const record = { hard: [2, 1, 1], easy: [1, 0, 0] };
  expect(useComputerRecord.getState().record).toEqual(record);
  expect(JSON.parse(localStorage.getItem('computerRecord') ?? '')).toEqual(record);
});

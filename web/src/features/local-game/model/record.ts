import { DIFFICULTIES } from '@fifteen/domain';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';
import type { LocalGame } from './localGame.ts';
import { useLocalGame } from './store.ts';

type Level = LocalGame['difficulty'];
/** Wins, losses and draws of the player. */
type Tally = readonly [wins: number, losses: number, draws: number];
type ComputerRecord = Readonly<Partial<Record<Level, Tally>>>;

const isTally = (value: unknown): value is Tally =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((count) => Number.isSafeInteger(count) && count >= 0);

function read(): ComputerRecord {
  try {
    const stored = JSON.parse(storage.read('computerRecord') ?? '{}') as Record<string, unknown>;
    const tallies = DIFFICULTIES.map((level) => [level, stored[level]] as const);
    return Object.fromEntries(tallies.filter(([, tally]) => isTally(tally)));
  } catch {
    return {};
  }
}

/**
 * The record against the computer by level, on this device: the server does not count these games
 * (docs/spec/guarantees.md#guarantees-4).
 */
export const useComputerRecord = create<{ record: ComputerRecord }>()(() => ({ record: read() }));

function count({ difficulty, own, state }: LocalGame): void {
  // Another tab may have counted games since.
  const before = read();
  const [wins, losses, draws] = before[difficulty] ?? [0, 0, 0];
  const winner = state.outcome?.winner ?? null;
  const tally: Tally =
    winner === null
      ? [wins, losses, draws + 1]
      : winner === own
        ? [wins + 1, losses, draws]
        : [wins, losses + 1, draws];
  const record = { ...before, [difficulty]: tally };
  storage.write('computerRecord', JSON.stringify(record));
  useComputerRecord.setState({ record });
}

/**
 * Counts every game against the computer that ends from now on; practice with help is none.
 * @returns the function that stops counting
 */
export function startComputerRecord(): () => void {
  return useLocalGame.subscribe(({ game }, { game: before }) => {
    const { own, assisted, phase } = game;
    if (own !== null && !assisted && phase === 'resultShown' && before.phase === 'over') count(game);
  });
}

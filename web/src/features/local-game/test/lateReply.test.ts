import { expect, it, vi } from 'vitest';
import { storage } from '@/lib/storage.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { useLocalGame } from '../model/store.ts';

const reply = vi.hoisted(() => Promise.withResolvers<number>());
vi.mock('../model/computer.ts', () => ({
  fetchLevels: async () => undefined,
  computerMove: () => reply.promise,
}));

it('a reply of the computer that comes after the board has left the screen does not store a discarded game', async () => {
  vi.useFakeTimers();
  const store = useLocalGame.getState();
  store.start('ai');
  store.press(1);
  await advanceTime(1_000);
  store.discardFor(store.leave);
  store.answerDiscard(true);
  reply.resolve(2);
  await advanceTime(10);
  expect(storage.read('currentGameState')).toBeNull();
  expect(useLocalGame.getState().game.state.moves).toEqual([1]);
  store.resume();
  expect(useLocalGame.getState().game.state.moves).toEqual([]);
  vi.useRealTimers();
});

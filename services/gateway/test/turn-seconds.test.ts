import { TURN_SECONDS } from '@fifteen/domain';
import { AppError, unavailable } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { cachedTurnSeconds } from '../src/game/turn-seconds.ts';

const turnSecondsFrom = (getSettings: () => Promise<unknown>) =>
  cachedTurnSeconds({ game: { calls: { getSettings } } } as never);

test('the turn length is the usual one while the game service is unavailable', async () => {
  expect(await turnSecondsFrom(() => Promise.reject(unavailable('game')))()).toBe(TURN_SECONDS);
});

test('the turn length is not guessed when the game service rejects the query', async () => {
  const turnSeconds = turnSecondsFrom(() => Promise.reject(new AppError('FORBIDDEN')));
  await expect(turnSeconds()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

import { toUserId } from '@fifteen/domain';
import { AppError, createLog } from '@fifteen/runtime';
import { expect, test, vi } from 'vitest';
import type { Limits } from '../src/edge/limits.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { Dispatcher, type SocketHandlers } from '../src/realtime/dispatcher.ts';

const userId = toUserId('ann');

/** Dispatches a message whose handler throws an error; returns what is logged. */
async function dispatchRejected(error: Error): Promise<unknown[][]> {
  const log = createLog('test', 'silent');
  const info = vi.spyOn(log, 'info');
  const reject = (): never => {
    throw error;
  };
  const handlers = { ping: reject } as unknown as SocketHandlers;
  const connection = {
    ...{ userId, authenticated: true, send: () => undefined },
    caller: { userId, sessionId: 's', token: 'secret' },
  } as unknown as Connection;
  const dispatcher = new Dispatcher({ handlers, limits: {} as Limits, traced: false, log });
  await dispatcher.dispatch(connection, { type: 'ping' });
  return info.mock.calls;
}

test('logs a message that is not permitted, with its user and session and without the token', async () => {
  expect(await dispatchRejected(new AppError('NOT_A_PLAYER'))).toEqual([
    [{ code: 'NOT_A_PLAYER', messageType: 'ping', userId, sessionId: 's' }, 'message not permitted'],
  ]);
});

test('does not log a message that fails for another reason', async () => {
  expect(await dispatchRejected(new AppError('GAME_NOT_FOUND'))).toEqual([]);
});

import { toUserId } from '@fifteen/domain';
import { AppError, createLog } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import type { Limits } from '../src/edge/limits.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { Dispatcher, type SocketHandlers } from '../src/realtime/dispatcher.ts';

const userId = toUserId('ann');

/** Dispatches a message whose handler throws an error; returns what is logged. */
async function dispatchRejected(error: Error, traceparent?: string): Promise<unknown[]> {
  const lines: unknown[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  const reject = (): never => {
    throw error;
  };
  const handlers = { ping: reject } as unknown as SocketHandlers;
  const connection = {
    ...{ userId, authenticated: true, send: () => undefined },
    caller: { userId, sessionId: 's', token: 'secret' },
  } as unknown as Connection;
  const dispatcher = new Dispatcher({ handlers, limits: {} as Limits, traced: true, log });
  await dispatcher.dispatch(connection, { type: 'ping' }, traceparent);
  return lines;
}

test('logs a message that is not permitted, with its user and session and without the token', async () => {
  const lines = await dispatchRejected(new AppError('NOT_A_PLAYER'));
  const fields = { code: 'NOT_A_PLAYER', messageType: 'ping', userId, sessionId: 's' };
  expect(lines).toMatchObject([{ ...fields, msg: 'message not permitted' }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('does not log a message that fails for another reason', async () => {
  expect(await dispatchRejected(new AppError('GAME_NOT_FOUND'))).toEqual([]);
});

test('logs an unexpected error in the trace of the message, with the trace id that the client named', async () => {
  const clientTraceId = 'a'.repeat(32);
  const lines = await dispatchRejected(new Error('defect'), `00-${clientTraceId}-${'b'.repeat(16)}-00`);
  const ids = { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), clientTraceId };
  expect(lines).toMatchObject([{ level: 'error', ...ids, msg: 'handling a message failed' }]);
});

import { toUserId } from '@fifteen/domain';
import { AppError, createLog } from '@fifteen/runtime';
import { fastify, type FastifyBaseLogger } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Caller } from '../src/auth/sessions.ts';
import { sendError } from '../src/edge/errors.ts';

test('logs a request that is not permitted, with its user and session and without the token', async () => {
  const loggerInstance = createLog('test', 'silent') as FastifyBaseLogger;
  const info = vi.spyOn(loggerInstance, 'info');
  const app = fastify({ loggerInstance, childLoggerFactory: () => loggerInstance });
  onTestFinished(() => app.close());
  app.setErrorHandler(sendError);
  app.decorateRequest('caller', undefined);
  app.get('/:code', (request) => {
    request.caller = { userId: toUserId('ann'), sessionId: 's', token: 'secret' } as Caller;
    throw new AppError((request.params as { code: 'FORBIDDEN' | 'GAME_NOT_FOUND' }).code);
  });
  for (const code of ['FORBIDDEN', 'GAME_NOT_FOUND']) await app.inject(`/${code}`);
  const lines = info.mock.calls.filter(([, message]) => String(message) === 'request not permitted');
  expect(lines).toEqual([
    [{ code: 'FORBIDDEN', url: '/:code', userId: 'ann', sessionId: 's' }, 'request not permitted'],
  ]);
});

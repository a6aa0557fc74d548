import { toUserId } from '@fifteen/domain';
import { AppError, createLog } from '@fifteen/runtime';
import { fastify, type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Caller } from '../src/auth/sessions.ts';
import { registerApi } from '../src/edge/api.ts';
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

test('logs a failed request with the id of its trace and the trace id that the client named', async () => {
  const lines: unknown[] = [];
  const log = createLog('test', 'error', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = fastify({ loggerInstance: log as FastifyBaseLogger });
  onTestFinished(() => app.close());
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const health = async (): Promise<never> => {
    throw new Error('defect');
  };
  registerApi(app, { handlers: { system: { health } } } as never);
  const clientTraceId = 'a'.repeat(32);
  const headers = { traceparent: `00-${clientTraceId}-${'b'.repeat(16)}-00` };
  expect((await app.inject({ url: '/api/health', headers })).statusCode).toBe(500);
  const ids = { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), clientTraceId };
  expect(lines).toMatchObject([{ ...ids, url: '/api/health', msg: 'request failed' }]);
});

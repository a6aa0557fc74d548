import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { expect, test } from 'vitest';
import { expectError, useSharedStack, send } from '../harness.ts';

const stack = useSharedStack();

test.each([
  '/api/metrics',
  '/api/debug',
  '/api/admin',
  '/api/health/details',
  '/api/varz',
  '/livez/x',
  '/readyz/x',
])('%s is not served', async (path) => {
  const { cookie } = await Player.guest(stack().url);
  for (const method of ['GET', 'POST'])
    expectError(await send(`${stack().url}${path}`, { method, headers: { cookie } }), 404);
});

test.each([
  '/metrics',
  '/healthz',
  '/varz',
  '/connz',
  '/jsz',
  '/debug/pprof',
  '/actuator',
  '/.env',
  '/.git/config',
])('%s reveals no internals', async (path) => {
  const { status, body } = await send(`${stack().url}${path}`);
  expect([200, 404]).toContain(status);
  // Any other path may be a page of the app.
  if (status === 200) expect(body).toMatch(/^<!doctype html>/i);
});

test('internal RPCs are not forwarded, whatever token of a service or operator the client has', async () => {
  const tokens = Object.values(stack().callerEnvs).map(({ RPC_TOKEN }) => RPC_TOKEN ?? '');
  const types = ['application/grpc', 'application/grpc-web+proto', 'application/json'];
  const { fullName, methods } = EconomyServiceDefinition;
  for (const path of [`/${fullName}/${methods.topUp.name}`, `/api/${fullName}/${methods.topUp.name}`])
    for (const [index, token] of ['', ...tokens].entries()) {
      const headers = { 'content-type': types[index % types.length] ?? '', te: 'trailers', 'x-token': token };
      const request = { method: 'POST', body: '{}', headers };
      const { status } = await send(`${stack().url}${path}`, request);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
});

test('health has only a status and a version, without a session', async () => {
  const { body } = await send(`${stack().url}/api/health`);
  expect(body).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(await send(`${stack().url}/livez`)).toMatchObject({ status: 200, body: 'ok' });
  expect(await send(`${stack().url}/readyz`)).toMatchObject({ status: 200, body: 'ok' });
});

import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { registerApi } from '../src/edge/api.ts';

const list = Array.from({ length: 200 }, (_, index) => ({
  id: index,
  displayName: `Player ${index}`.repeat(10),
}));
const app = fastify();
registerApi(app, { handlers: {} } as never);
app.get('/list', async () => list);
app.get('/player', async () => list[0]);
afterAll(() => app.close());

const get = (url: string, accepted: string) =>
  app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} });

test.each(['gzip', 'br, gzip;q=0.5', 'deflate, GZIP'])(
  'a large response is compressed for %s',
  async (accepted) => {
    const { headers, rawPayload } = await get('/list', accepted);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(list);
    expect(rawPayload.length * 4).toBeLessThan(JSON.stringify(list).length);
  },
);

test.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzip'])(
  'a large response is sent as it is, with Vary, to a client that accepts “%s”',
  async (accepted) => {
    const { headers, body } = await get('/list', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({ vary: 'accept-encoding' });
    expect(JSON.parse(body)).toEqual(list);
  },
);

test('a small response is never compressed', async () => {
  const { headers } = await get('/player', 'gzip');
  expect(headers).not.toHaveProperty('content-encoding');
});

import { AppError } from '@fifteen/runtime';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { registerAvatars } from '../src/account/avatars.ts';

afterEach(() => vi.restoreAllMocks());

test('a removed picture is served for a minute at most, and kept by no shared cache', async () => {
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  let isRemoved = false;
  let requests = 0;
  const getPicture = async () => {
    requests += 1;
    if (isRemoved) throw new AppError('PICTURE_NOT_FOUND');
    return { bytes: Buffer.from('a picture') };
  };
  const app = fastify();
  registerAvatars(app, { getPicture } as never);
  const get = () => app.inject('/api/avatars/one');

  const served = await get();
  expect(served.body).toBe('a picture');
  expect(served.headers['cache-control']).toMatch(/^private, .*immutable$/);
  isRemoved = true;
  expect((await get()).statusCode).toBe(200);
  expect(requests).toBe(1);
  clock.mockReturnValue(start + 60_001);
  // The cache reads the clock once a millisecond.
  await expect.poll(async () => (await get()).statusCode).toBe(404);
  await app.close();
});

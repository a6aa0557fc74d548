import { baseConfig, loadConfig, natsConfig, postgresConfig, tokenHash } from '@fifteen/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redisConfig } from '../src/config.ts';

const schema = baseConfig.extend({ ...postgresConfig, ...natsConfig, ...redisConfig });
const valid = {
  RPC_TOKEN: 'a secret of sixteen characters',
  POSTGRES_URL: 'postgres://game:secret@db:5432/game',
  NATS_URL: 'nats://game:secret@one:4222,nats://two:4222',
  REDIS_URL: 'redis://:secret@cache:6379',
};

/** Loads the configuration. Returns what it writes to stderr when it ends the process, and an empty text otherwise. */
function errorsOf(env: Record<string, string>): string {
  let text = '';
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    text += String(line);
    return true;
  });
  onTestFinished(() => [exit, write].forEach((spy) => spy.mockRestore()));
  loadConfig(schema, { ...valid, ...env });
  return text;
}

test('a valid environment is loaded, also with a Postgres that listens on a socket', () => {
  expect(errorsOf({})).toBe('');
  expect(errorsOf({ POSTGRES_URL: 'postgres://game:secret@/game?host=/run/postgresql' })).toBe('');
});

test.each([
  ['POSTGRES_URL', 'postgres://game:ab/cd=@db:5432/game'],
  ['NATS_URL', 'nats://one:4222,nats://game:ab/cd=@two:4222'],
  ['REDIS_URL', 'redis://:ab/cd=@cache:6379'],
])('%s that is no URL is named, and its password is not printed', (name, text) => {
  const errors = errorsOf({ [name]: text });
  expect(errors).toContain(name);
  expect(errors).not.toContain('ab/cd');
});

test.each(['GRPC_PORT', 'RATE_LIMIT_SCALE', 'POSTGRES_POOL', 'NATS_STREAM_MAX_BYTES'])(
  'a blank %s is wrong, and not 0',
  (name) => {
    for (const blank of ['', ' ']) expect(errorsOf({ [name]: blank })).toContain(name);
  },
);

test('a pool of one connection is too small: a handler takes a second one beside its transaction', () => {
  expect(errorsOf({ POSTGRES_POOL: '1' })).toContain('POSTGRES_POOL');
  expect(errorsOf({ POSTGRES_POOL: '2' })).toBe('');
});

test('callers are checked at the start, and blanks around them do not matter', () => {
  const hash = tokenHash('a token');
  expect(errorsOf({ RPC_CALLERS: `game=${hash}, game=${tokenHash('another')} ,` })).toBe('');
  for (const wrong of [`game=${hash.slice(1)}`, `game:${hash}`, hash, `game room=${hash}`])
    expect(errorsOf({ RPC_CALLERS: wrong })).toContain('RPC_CALLERS');
});

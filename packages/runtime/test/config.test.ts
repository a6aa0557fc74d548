import { baseConfig, loadConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
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

test('a pool of one connection is too small: a handler takes a second one beside its transaction', () => {
  expect(errorsOf({ POSTGRES_POOL: '1' })).toContain('POSTGRES_POOL');
  expect(errorsOf({ POSTGRES_POOL: '2' })).toBe('');
});

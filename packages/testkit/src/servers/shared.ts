import { NATS_OPERATOR } from '@fifteen/topology';
import { randomBytes } from 'node:crypto';
import { imageOf } from '../images.ts';
import { withCredentials } from './credentials.ts';
import { initdbEnv } from './postgres-container.ts';
import { settings } from './postgres.ts';
import { redisCommand } from './redis.ts';

/** A container that all test files of a run share, on a port that the engine chooses. */
interface SharedContainer {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts Postgres. Imports Testcontainers here, because it takes longer to load than everything else. */
export async function sharePostgres(): Promise<SharedContainer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(imageOf('postgres'))
    .withUsername('postgres')
    .withPassword(password())
    .withDatabase('postgres')
    .withEnvironment(initdbEnv)
    .withCommand(['postgres', ...settings(false)])
    .start();
  return { url: container.getConnectionUri(), stop: () => container.stop() };
}

export async function shareRedis(): Promise<SharedContainer> {
  const { RedisContainer } = await import('@testcontainers/redis');
  const container = await new RedisContainer(imageOf('redis')).withCommand(redisCommand).start();
  return { url: container.getConnectionUrl(), stop: () => container.stop() };
}

/**
 * Starts NATS with one user without restrictions: permissions name subjects and streams, and each test file has others.
 * Private brokers have a user for each service.
 */
export async function shareNats(): Promise<SharedContainer> {
  const { NatsContainer } = await import('@testcontainers/nats');
  const secret = password();
  const container = await new NatsContainer(imageOf('nats'))
    .withJetStream()
    .withUsername(NATS_OPERATOR)
    .withPass(secret)
    .start();
  const { servers } = container.getConnectionOptions();
  return {
    url: withCredentials(`nats://${String(servers)}`, NATS_OPERATOR, secret),
    stop: () => container.stop(),
  };
}

/** Returns a random password, because the engine publishes ports on all addresses of this machine. */
const password = (): string => randomBytes(18).toString('base64url');

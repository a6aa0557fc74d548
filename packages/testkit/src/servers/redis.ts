import { mkdirSync } from 'node:fs';
import { imageOf } from '../images.ts';
import { containerLauncher } from './container.ts';
import { pathOf } from './install.ts';
import { freePort } from './ports.ts';
import { processLauncher } from './process.ts';
import { startPrivateServer, type ServerPlace, type Server } from './server.ts';

/** Redis keeps nothing on disk, as in production: each stop empties it. */
const settings = [
  '--save',
  '',
  '--appendonly',
  'no',
  '--maxmemory',
  '256mb',
  '--maxmemory-policy',
  'allkeys-lru',
];

/** Command of the container. */
export const redisCommand = ['redis-server', ...settings];

/** Starts a private Redis. */
export async function startRedis({ dir, log, inContainer }: ServerPlace): Promise<Server> {
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, ...settings];
  const spec = {
    name: 'redis',
    launch: inContainer
      ? containerLauncher({
          image: imageOf('redis'),
          command: redisCommand,
          port: { container: 6379, host: port },
        })
      : processLauncher({ command: [pathOf('redis-server'), ...options], orphanSignal: 'KILL' }),
    log,
    ready: (output: string) => output.includes('Ready to accept connections'),
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  } as const;
  return startPrivateServer(
    `redis://127.0.0.1:${port}`,
    spec,
    () => mkdirSync(dir, { recursive: true }),
    () => {},
  );
}

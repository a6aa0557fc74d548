import { mkdirSync } from 'node:fs';
import { asContainer, images } from './container.ts';
import { commandOf } from './install.ts';
import { freePort } from './ports.ts';
import { asProcess } from './process.ts';
import { ownServer, type Place, type Server } from './server.ts';

/** Starts a private Redis. It keeps nothing on disk, as in production: whatever stops it empties it. */
export async function startRedis({ dir, log, inContainer }: Place): Promise<Server> {
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir,
    save: '',
    appendonly: 'no',
    maxmemory: '256mb',
    'maxmemory-policy': 'allkeys-lru',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const unit = {
    name: 'redis',
    launch: inContainer
      ? asContainer({ image: images.redis, command: ['redis-server', ...options], directories: [dir] })
      : asProcess({ command: [commandOf('redis-server'), ...options], orphanSignal: 'KILL' }),
    log,
    ready: (output: string) => output.includes('Ready to accept connections'),
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  } as const;
  return ownServer(
    `redis://127.0.0.1:${port}`,
    unit,
    () => mkdirSync(dir, { recursive: true }),
    () => {},
  );
}

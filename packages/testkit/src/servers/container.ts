import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import { finished } from 'node:stream/promises';
import type { GenericContainer, WaitStrategy } from 'testcontainers';
import type { Death, Launch, Running } from './unit.ts';

/** The images of what we stand on: those of docker-compose.yml. */
export const images = {
  postgres: 'postgres:17-alpine',
  redis: 'redis:7-alpine',
  nats: 'nats:2-alpine',
} as const;

/** What a container is made from. */
interface ContainerSpec {
  readonly image: string;
  /** The command; without it, that of the image. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port inside that is published on a port of this machine. Without it, the container uses the host's network. */
  readonly port?: { readonly container: number; readonly host: number };
  /** A volume by its name: its data outlive the container. */
  readonly volume?: { readonly name: string; readonly at: string };
  /** A file of the container. */
  readonly file?: { readonly target: string; readonly content: string };
  /** As in production: nothing can be written, and there are no privileges to be had. */
  readonly hardened?: boolean;
}

/** Returns whether a container engine answers. */
export const engineAnswers = (): boolean => spawnSync('docker', ['info']).status === 0;

/** Returns the name of the volume of the server with this directory. */
export const volumeOf = (dir: string): string =>
  `fifteen-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;

/** Removes the volume of the server with this directory, if there is one. */
export const forgetVolume = (dir: string): void =>
  void spawnSync('docker', ['volume', 'rm', '--force', volumeOf(dir)]);

/** Runs a container, a new one for each start. */
export function asContainer(spec: ContainerSpec): Launch {
  return async (more, log) => {
    // Only here: it takes longer to load than all the rest.
    const testcontainers = await import('testcontainers');
    const output = createWriteStream(log, { flags: 'a', mode: 0o600 });
    const container = configure(hardenable(testcontainers.GenericContainer, spec), spec)
      .withEnvironment({ ...spec.env, ...more })
      .withLogConsumer((stream) => stream.pipe(output))
      .withWaitStrategy(atOnce);
    const started = await container.start();
    const { container: client } = await testcontainers.getContainerRuntimeClient();
    return running(client.getById(started.getId()), finished(output));
  };
}

/** What this needs of the engine's own client. */
interface Engine {
  inspect(): Promise<{ State: { Pid: number } }>;
  wait(): Promise<{ StatusCode: number }>;
  kill(options: { signal: string }): Promise<unknown>;
  remove(options: { v: boolean; force: boolean }): Promise<unknown>;
}

async function running(container: Engine, written: Promise<void>): Promise<Running> {
  const { State: state } = await container.inspect();
  const end = async (): Promise<Death> => {
    const { StatusCode: code } = await container.wait();
    await written;
    await container.remove({ v: true, force: true });
    return deathOf(code);
  };
  return {
    pid: state.Pid || undefined,
    gone: end(),
    // It may be gone already.
    signal: (signal) => container.kill({ signal }).catch(() => undefined),
  };
}

/** Exit codes beyond 128 are signals. */
function deathOf(code: number): Death {
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return (signal as NodeJS.Signals | undefined) ?? code;
}

function configure(
  container: GenericContainer,
  { command, port, volume, file }: ContainerSpec,
): GenericContainer {
  if (port) container.withExposedPorts(port);
  else container.withNetworkMode('host');
  if (command) container.withCommand([...command]);
  if (volume) container.withBindMounts([{ source: volume.name, target: volume.at }]);
  if (file) container.withCopyContentToContainer([file]);
  return container;
}

/** The library has no word for a file system that cannot be written to. */
function hardenable(Base: typeof GenericContainer, { image, hardened }: ContainerSpec): GenericContainer {
  if (!hardened) return new Base(image);
  class Hardened extends Base {
    constructor() {
      super(image);
      Object.assign(this.hostConfig, { ReadonlyRootfs: true });
      // We ask ourselves; the image's own check would go on for as long as it runs.
      Object.assign(this.createOpts, { Healthcheck: { Test: ['NONE'] } });
    }
  }
  return new Hardened().withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges:true');
}

/** Whether it serves is asked as of any other unit. */
const atOnce: WaitStrategy = {
  waitUntilReady: () => Promise.resolve(),
  withStartupTimeout: () => atOnce,
  isStartupTimeoutSet: () => true,
  getStartupTimeout: () => 0,
};

import { spawnSync } from 'node:child_process';
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

/** What a container is made from. It uses this machine's network: addresses are the same as for processes. */
interface Contained {
  readonly image: string;
  /** What it runs; what the image says when not said. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Directories of this machine, at the same path inside, and volumes by name. Files are made as by us. */
  readonly directories?: readonly string[];
  readonly volume?: { readonly name: string; readonly at: string };
  /** As in production: nothing can be written, and there are no privileges to be had. */
  readonly hardened?: boolean;
}

/** Does a container engine answer? */
export const engineAnswers = (): boolean => spawnSync('docker', ['info']).status === 0;

/** Loses a volume; one that is not there is lost already. */
export const forgetVolume = (name: string): void =>
  void spawnSync('docker', ['volume', 'rm', '--force', name]);

/** Runs it as a container, made anew for each start. */
export function asContainer(contained: Contained): Launch {
  return async (more, log) => {
    // Only here: it takes longer to load than all the rest.
    const testcontainers = await import('testcontainers');
    const output = createWriteStream(log, { flags: 'a', mode: 0o600 });
    const container = configure(hardenable(testcontainers.GenericContainer, contained), contained)
      .withEnvironment({ ...contained.env, ...more })
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
  { command, directories = [], volume }: Contained,
): GenericContainer {
  const mounts = directories.map((dir) => ({ source: dir, target: dir }));
  container.withNetworkMode('host');
  if (command) container.withCommand([...command]);
  if (volume) mounts.push({ source: volume.name, target: volume.at });
  if (mounts.length > 0) container.withBindMounts(mounts);
  if (directories.length > 0) container.withUser(`${process.getuid?.()}:${process.getgid?.()}`);
  return container;
}

/** The library has no word for a file system that cannot be written to. */
function hardenable(Base: typeof GenericContainer, { image, hardened }: Contained): GenericContainer {
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

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import { finished } from 'node:stream/promises';
import type { GenericContainer, WaitStrategy } from 'testcontainers';
import type { Exit, Launch, Running } from './supervised-process.ts';

/** Settings of a container. */
interface ContainerSpec {
  readonly image: string;
  /** The command; the image's own when missing. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The port of the container, and the port of this machine that leads to it. Without it, the container uses the host's
   * network.
   */
  readonly port?: { readonly container: number; readonly host: number };
  /** A named volume. Its data outlive the container. */
  readonly volume?: { readonly name: string; readonly at: string };
  /** A file to create in the container. */
  readonly file?: { readonly target: string; readonly content: string };
  /** Runs as in production: with a read-only file system and without privileges. */
  readonly hardened?: boolean;
}

/** Returns whether a container engine responds. */
export const hasContainerEngine = (): boolean => spawnSync('docker', ['info']).status === 0;

/** Returns the name of the volume for the server with this directory. */
export const volumeOf = (dir: string): string =>
  `fifteen-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;

/** Removes the volume of the server with this directory, if it exists. */
export const removeVolume = (dir: string): void =>
  void spawnSync('docker', ['volume', 'rm', '--force', volumeOf(dir)]);

/** Returns a launcher that runs a new container for each start. */
export function containerLauncher(spec: ContainerSpec): Launch {
  return async (more, log) => {
    // Imported here, because Testcontainers takes longer to load than everything else.
    const testcontainers = await import('testcontainers');
    const output = createWriteStream(log, { flags: 'a', mode: 0o600 });
    const container = configure(createContainer(testcontainers.GenericContainer, spec), spec)
      .withEnvironment({ ...spec.env, ...more })
      .withLogConsumer((stream) => stream.pipe(output))
      .withWaitStrategy(NO_WAIT);
    const started = await container.start();
    const { container: client } = await testcontainers.getContainerRuntimeClient();
    return watchContainer(client.getById(started.getId()), finished(output));
  };
}

/** The part of the container engine's client that this module uses. */
interface Engine {
  inspect(): Promise<{ State: { Pid: number } }>;
  wait(): Promise<{ StatusCode: number }>;
  kill(options: { signal: string }): Promise<unknown>;
  remove(options: { v: boolean; force: boolean }): Promise<unknown>;
}

async function watchContainer(container: Engine, written: Promise<void>): Promise<Running> {
  const { State: state } = await container.inspect();
  const end = async (): Promise<Exit> => {
    const { StatusCode: code } = await container.wait();
    await written;
    await container.remove({ v: true, force: true });
    return exitOf(code);
  };
  return {
    pid: state.Pid || undefined,
    exit: end(),
    // The container may have exited already.
    signal: (signal) => container.kill({ signal }).catch(() => undefined),
  };
}

/** Returns how a container ended. Exit codes above 128 stand for signals. */
function exitOf(code: number): Exit {
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

/** Adds a read-only file system, which Testcontainers has no option for. */
function createContainer(
  Base: typeof GenericContainer,
  { image, hardened }: ContainerSpec,
): GenericContainer {
  if (!hardened) return new Base(image);
  class Hardened extends Base {
    constructor() {
      super(image);
      Object.assign(this.hostConfig, { ReadonlyRootfs: true });
      // The supervisor checks readiness; the image's health check would run for as long as the container.
      Object.assign(this.createOpts, { Healthcheck: { Test: ['NONE'] } });
    }
  }
  return new Hardened().withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges:true');
}

/** Waits for nothing: the caller checks readiness, as for a process. */
const NO_WAIT: WaitStrategy = {
  waitUntilReady: () => Promise.resolve(),
  withStartupTimeout: () => NO_WAIT,
  isStartupTimeoutSet: () => true,
  getStartupTimeout: () => 0,
};

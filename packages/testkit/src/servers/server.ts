import { removeVolume } from './container.ts';
import { SupervisedProcess, type ProcessSpec } from './supervised-process.ts';

/** A Postgres, Redis or NATS with the failures that tests need. */
export interface Server {
  readonly url: string;
  /** The server's processes; none for a server that the environment names. */
  readonly processes: readonly SupervisedProcess[];
  /** Stops the server gracefully. */
  stop(): Promise<void>;
  /** Kills the server, as a power cut would. */
  kill(): Promise<void>;
  /** Starts the server on the same port with the same data, also after `kill`. */
  restart(): Promise<void>;
  /** Kills the server, deletes its data, and starts it again on the same port. */
  wipe(): Promise<void>;
}

/** Where a private server keeps its files. */
export interface ServerPlace {
  /** Private directory, created if missing. The next start finds its data. */
  readonly dir: string;
  /** File for the output. */
  readonly log: string;
  /**
   * Keeps the data over a crash of the machine (local stack). Without it (tests) Postgres skips fsync: committed data
   * still survive a kill of any process.
   */
  readonly durable: boolean;
  /** Runs in a container instead of as an installed program. */
  readonly inContainer: boolean;
  /** Prefix of the services' keys, subjects or streams in the server; may be empty. */
  readonly namespace: string;
  readonly postgresEnv: Readonly<Record<string, string>>;
}

/** Starts a private server. `prepare` creates its data if there are none, `remove` deletes them. */
export async function startPrivateServer(
  url: string,
  spec: ProcessSpec,
  prepare: () => void,
  remove: () => void,
): Promise<Server> {
  const process = new SupervisedProcess(spec);
  prepare();
  await process.start();
  return {
    url,
    processes: [process],
    stop: () => process.stop(),
    kill: () => process.kill(),
    restart: () => process.restart(),
    wipe: async () => {
      await process.kill();
      remove();
      prepare();
      await process.start();
    },
  };
}

/** Starts a private server in a container. Its volume is removed on stop, unless the data are durable. */
export async function startPrivateContainer(
  url: string,
  spec: ProcessSpec,
  { dir, durable }: Pick<ServerPlace, 'dir' | 'durable'>,
): Promise<Server> {
  const remove = () => removeVolume(dir);
  const server = await startPrivateServer(url, spec, () => undefined, remove);
  return durable ? server : { ...server, stop: () => server.stop().then(remove) };
}

/** Returns a server that the environment names. Tests use it, but can neither stop nor kill it. */
export function existingServer(url: string): Server {
  const reject = () => Promise.reject(new Error(`${new URL(url).host} is shared: start a private server`));
  return { url, processes: [], stop: () => Promise.resolve(), kill: reject, restart: reject, wipe: reject };
}

import { removeVolume } from './container.ts';
import { Unit, type UnitSpec } from './unit.ts';

/** A Postgres, Redis or NATS with the failures that tests need. */
export interface Server {
  readonly url: string;
  /** The server's processes; none for a server that the environment names. */
  readonly units: readonly Unit[];
  /** Stops the server gracefully. */
  stop(): Promise<void>;
  /** Kills the server, as a power cut would. */
  kill9(): Promise<void>;
  /** Starts the server on the same port with the same data, also after `kill9`. */
  restart(): Promise<void>;
  /** Kills the server, deletes its data, and starts it again on the same port. */
  wipe(): Promise<void>;
}

/** Where a private server keeps its files. */
export interface Place {
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
}

/** Starts a private server. `prepare` creates its data if there are none, `remove` deletes them. */
export async function privateServer(
  url: string,
  unit: UnitSpec,
  prepare: () => void,
  remove: () => void,
): Promise<Server> {
  const process = new Unit(unit);
  prepare();
  await process.start();
  return {
    url,
    units: [process],
    stop: () => process.stop(),
    kill9: () => process.kill9(),
    restart: () => process.restart(),
    wipe: async () => {
      await process.kill9();
      remove();
      prepare();
      await process.start();
    },
  };
}

/** Starts a private server in a container. Its volume is removed on stop, unless the data are durable. */
export async function privateContainer(
  url: string,
  unit: UnitSpec,
  { dir, durable }: Pick<Place, 'dir' | 'durable'>,
): Promise<Server> {
  const remove = () => removeVolume(dir);
  const server = await privateServer(url, unit, () => undefined, remove);
  return durable ? server : { ...server, stop: () => server.stop().then(remove) };
}

/** Returns a server that the environment names. Tests use it, but can neither stop nor kill it. */
export function existingServer(url: string): Server {
  const reject = () =>
    Promise.reject(new Error(`${new URL(url).host} is not ours to harm: start a private server`));
  return { url, units: [], stop: () => Promise.resolve(), kill9: reject, restart: reject, wipe: reject };
}

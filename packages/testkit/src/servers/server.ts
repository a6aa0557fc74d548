import { forgetVolume } from './container.ts';
import { Unit, type UnitSpec } from './unit.ts';

/** A Postgres, Redis or NATS that tests can be unkind to. */
export interface Server {
  readonly url: string;
  /** The processes to look after; none when the server was named by the environment. */
  readonly units: readonly Unit[];
  /** Stops it in its own orderly way. */
  stop(): Promise<void>;
  /** Kills it as a power cut would. */
  kill9(): Promise<void>;
  /** Starts it (again) on the same port with the same data, also after `kill9`. */
  restart(): Promise<void>;
  /** Kills it, loses all its data, and starts it again on the same port. */
  wipe(): Promise<void>;
}

/** Where a server of our own keeps its things. */
export interface Place {
  /** Its private directory; made when missing. What is in it is found again by the next start. */
  readonly dir: string;
  /** File that takes its output. */
  readonly log: string;
  /**
   * Data must survive a crash of the machine (the product). Without it Postgres skips fsync (tests): what was committed
   * still survives any kill of a process.
   */
  readonly durable: boolean;
  /** Run it in a container instead of as a program of this machine. */
  readonly inContainer: boolean;
  /** Prefix of what services may touch in it, where it tells them apart; may be empty. */
  readonly namespace: string;
}

/** Starts a server of our own: `prepare` makes its data when there are none, `forget` removes them. */
export async function ownServer(
  url: string,
  unit: UnitSpec,
  prepare: () => void,
  forget: () => void,
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
      forget();
      prepare();
      await process.start();
    },
  };
}

/** Starts a server of our own in a container. Its volume goes when it stops, unless its data are to last. */
export async function ownContainer(
  url: string,
  unit: UnitSpec,
  { dir, durable }: Pick<Place, 'dir' | 'durable'>,
): Promise<Server> {
  const forget = () => forgetVolume(dir);
  const server = await ownServer(url, unit, () => undefined, forget);
  return durable ? server : { ...server, stop: () => server.stop().then(forget) };
}

/** A server that the environment names: it is used, and never stopped or harmed. */
export function givenServer(url: string): Server {
  const reject = () =>
    Promise.reject(new Error(`${new URL(url).host} is not ours to harm: start a private server`));
  return { url, units: [], stop: () => Promise.resolve(), kill9: reject, restart: reject, wipe: reject };
}

import type { Random } from '@fifteen/testkit';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A client's connection and its continuation to the target. */
interface Connection {
  readonly client: Socket;
  readonly target: Socket;
}

/**
 * A network connection between a client and a server, as a TCP proxy that can be slow, lossy or cut. Lost packets are
 * pauses here, because TCP repeats them.
 */
export class Link {
  readonly name: string;
  #targetPort: number;
  #port = 0;
  readonly #connections = new Set<Connection>();
  readonly #server: Server;
  readonly #waiting = new Map<Socket, Buffer[]>();
  #delayMs = 0;
  #partitioned = false;
  /** Called with each message of a client while the next one may be cut. */
  #cutsAfter: ((data: Buffer) => boolean) | undefined;

  private constructor(name: string, targetPort: number) {
    this.name = name;
    this.#targetPort = targetPort;
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client)).unref();
  }

  static async open(name: string, targetPort: number): Promise<Link> {
    const link = new Link(name, targetPort);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    link.#port = (link.#server.address() as AddressInfo).port;
    return link;
  }

  /** The port that clients connect to. */
  get port(): number {
    return this.#port;
  }

  /** Leads all connections to another port from now on. */
  retarget(port: number): void {
    this.#targetPort = port;
    this.reset();
  }

  /** Delays all bytes. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Holds all bytes back, and new connections, until `join`. */
  partition(): void {
    this.#partitioned = true;
    for (const { client, target } of this.#connections) pauseBoth(client, target);
  }

  join(): void {
    this.#partitioned = false;
    for (const { client, target } of this.#connections) {
      client.resume();
      target.resume();
    }
  }

  /** Cuts all connections. */
  reset(): void {
    for (const connection of this.#connections) cut(connection);
  }

  /** Passes the next message on for which this returns true, and cuts its connection before the response. */
  cutAfter(matches: (data: Buffer) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#cutsAfter = (data) => {
        if (!matches(data)) return false;
        this.#cutsAfter = undefined;
        resolve();
        return true;
      };
    });
  }

  /** Cuts no more connections after messages. */
  cutNone(): void {
    this.#cutsAfter = undefined;
  }

  close(): void {
    this.#server.close();
    this.reset();
  }

  #accept(client: Socket): void {
    const target = connect({ port: this.#targetPort, host: '127.0.0.1', noDelay: true });
    const connection = { client, target };
    this.#connections.add(connection);
    const end = () => {
      this.#connections.delete(connection);
      cut(connection);
    };
    for (const socket of [client, target]) socket.on('error', end).on('close', end);
    client.on('data', (data) => {
      this.#pass(target, data);
      // The server has the message, and its response goes nowhere.
      if (this.#cutsAfter?.(data)) target.removeAllListeners('data').once('data', end).resume();
    });
    target.on('data', (data) => this.#pass(client, data));
    if (this.#partitioned) pauseBoth(client, target);
  }

  /** Bytes stay in order: those that come during a delay wait for its end. */
  #pass(to: Socket, data: Buffer): void {
    const waiting = this.#waiting.get(to);
    if (waiting) waiting.push(data);
    else if (this.#delayMs === 0) to.write(data);
    else {
      const delayed = [data];
      this.#waiting.set(to, delayed);
      setTimeout(() => {
        this.#waiting.delete(to);
        to.write(Buffer.concat(delayed));
      }, this.#delayMs);
    }
  }
}

function pauseBoth(client: Socket, target: Socket): void {
  client.pause();
  target.pause();
}

function cut({ client, target }: Connection): void {
  client.resetAndDestroy();
  target.destroy();
}

/** Returns a pause for a link: mostly shorter than timeouts, sometimes longer. */
export const pauseOf = (random: Random): number =>
  random.isTrue(0.7) ? 200 + random.int(3_000) : 3_000 + random.int(7_000);

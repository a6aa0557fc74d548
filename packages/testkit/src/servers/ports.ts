import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ListenOptions } from 'node:net';

const isLinux = process.platform === 'linux';

/**
 * A TCP port of the loopback that nobody listens on, ours for as long as this process lives: whoever else on this
 * machine asks here gets another one, even while the server that is to have it is down.
 * It lies below the kernel's range for outgoing connections: from within that range, a client that keeps dialling a
 * server that is down can take the server's port, or even connect to itself. And it lies above 10080, the last port that
 * browsers and `fetch` refuse to call.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, Math.max(lowestOutgoing(), 20_000));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** The first port of the kernel's range for outgoing connections. */
const lowestOutgoing = (): number =>
  isLinux ? Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]) : 49_152;

/** A name in the kernel, which ends with the process that has it. Only Linux has these. */
const reserve = async (port: number): Promise<boolean> =>
  !isLinux || (await hold({ path: `\0fifteen-port-${port}` })) !== undefined;

/** Can this port be listened on, at every address? */
export async function isFree(port: number): Promise<boolean> {
  const letGo = await hold({ port });
  await letGo?.();
  return letGo !== undefined;
}

/** Listens there and answers what ends it, or undefined when somebody else does. */
function hold(options: ListenOptions): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen(options, () => resolve(() => new Promise((done) => server.close(() => done()))));
  });
}

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ListenOptions } from 'node:net';

const isLinux = process.platform === 'linux';

/**
 * Returns a free loopback port, reserved for the life of this process: other processes that call this function get
 * other ports, even while the port's server is down. The port is below the kernel's range for outgoing connections. A
 * client that keeps dialling a server in that range can take the server's port while it is down, or connect to itself.
 * And it is above 10080, the last port that browsers and `fetch` block.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, Math.max(lowestOutgoing(), 20_000));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** Returns the first port of the kernel's range for outgoing connections. */
const lowestOutgoing = (): number =>
  isLinux ? Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]) : 49_152;

/** Reserves a port by an abstract socket name, which the kernel releases with the process. Only Linux has these. */
const reserve = async (port: number): Promise<boolean> =>
  !isLinux || (await listen({ path: `\0fifteen-port-${port}` })) !== undefined;

/** Returns whether a port is free at every address. */
export async function isFree(port: number): Promise<boolean> {
  const release = await listen({ port });
  await release?.();
  return release !== undefined;
}

/** Listens, and returns the function that stops listening; undefined when the address is in use. */
function listen(options: ListenOptions): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen(options, () => resolve(() => new Promise((done) => server.close(() => done()))));
  });
}

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const taken = new Set<number>();

/**
 * A TCP port of the loopback that nobody listens on.
 * It lies below the kernel's range for outgoing connections: from within that range, a client that keeps dialling a
 * server that is down can take the server's port, or even connect to itself.
 */
export async function freePort(): Promise<number> {
  const low = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  for (;;) {
    const port = randomInt(10_000, Math.max(low, 20_000));
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

/** Can this port be listened on, at the loopback and at every address? */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '::', ipv6Only: false }, () => probe.close(() => resolve(true)));
  });
}

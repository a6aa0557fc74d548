import { services, type ServiceName } from '@fifteen/topology';
import { brokerUrl } from '../servers/nats.ts';
import type { Server } from '../servers/server.ts';
import type { StackContext } from './environment.ts';
import { addressIn, type Ports } from './replicas.ts';

/**
 * Opens a link through which a service reaches a server (`redis`, `nats`) or a replica (`game.1`) at a port. Returns the
 * link's port.
 */
export type LinkOpener = (from: ServiceName, to: string, port: number) => Promise<number>;

interface Linked {
  readonly ports: Ports;
  readonly servers: Readonly<Record<'redis' | 'nats', Server>>;
  /** Without it, processes connect to each other. */
  readonly open: LinkOpener | undefined;
}

/** Returns the context of a service that reaches all others through links, if there are any. */
export async function linkedContext(
  context: StackContext,
  service: ServiceName,
  { ports, servers, open }: Linked,
): Promise<StackContext> {
  if (!open) return context;
  const through = async (to: string, url: string): Promise<string> => {
    const address = new URL(url);
    address.port = String(await open(service, to, Number(address.port)));
    return address.href;
  };
  const { upstreams, servers: used } = services[service];
  const uses = (name: 'redis' | 'nats') => used.some((server) => server === name);
  const linked = upstreams.map(async (upstream) => {
    const links = ports[upstream].map((port, index) => open(service, `${upstream}.${index + 1}`, port));
    return [upstream, await Promise.all(links)] as const;
  });
  const linkedPorts = { ...ports, ...Object.fromEntries(await Promise.all(linked)) };
  const nats = uses('nats') ? await through('nats', brokerUrl(servers.nats, service)) : '';
  return {
    ...context,
    redisUrl: uses('redis') ? await through('redis', servers.redis.url) : context.redisUrl,
    natsUrl: () => nats,
    address: addressIn(linkedPorts),
  };
}

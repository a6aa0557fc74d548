import { eventsOf, serviceNames, services, streamOwners } from '@fifteen/topology';

const titles = { postgres: 'PostgreSQL', redis: 'Redis' } as const;

/** Returns the node of a service: its name, and the server that keeps its data. */
const node = (name: (typeof serviceNames)[number]): string => {
  const stores = services[name].servers.flatMap((server) =>
    server === 'postgres' || server === 'redis' ? [titles[server]] : [],
  );
  return `  ${name}["<b>${name}</b><br/>${stores.join(', ')}"]`;
};

/** Returns a flowchart of the calls: from browsers to the services with HTTP, and from each service to its upstreams. */
export function callsPicture(): string[] {
  const open = serviceNames.filter((name) => services[name].serves === 'http');
  return [
    'flowchart TD',
    '  browser(["browser"])',
    ...serviceNames.map(node),
    ...open.map((name) => `  browser -- "HTTP, WebSocket" --> ${name}`),
    ...serviceNames.flatMap((name) =>
      services[name].upstreams.map((upstream) => `  ${name} --> ${upstream}`),
    ),
  ];
}

/** Returns a flowchart of the event streams: solid to durable consumers, dotted to subscribers. */
export function eventsPicture(): string[] {
  const edges = streamOwners.flatMap((owner) => {
    const events = eventsOf(owner);
    const to = (arrow: string, receivers: 'consumers' | 'subscribers') =>
      serviceNames.flatMap((name) => {
        const received = events.filter((event) => event[receivers].includes(name));
        const names = received.map(({ subject }) => subject.replace(`${owner}.`, ''));
        return names.length > 0 ? [`  ${owner} ${arrow}|"${names.join('<br/>')}"| ${name}`] : [];
      });
    return [...to('-->', 'consumers'), ...to('-.->', 'subscribers')];
  });
  return ['flowchart LR', ...edges];
}

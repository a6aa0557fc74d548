import type { ServerName } from './ports.ts';
import { serviceNames, services, type ServiceName } from './services.ts';

/** A domain event with the services that receive it. */
export interface Event {
  /** `<service>.<event>`, which is its subject in NATS. */
  readonly subject: string;
  readonly publisher: ServiceName;
  readonly meaning: string;
  /** Services that apply it as durable consumers. */
  readonly consumers: readonly ServiceName[];
  /** Services that receive it only while they run. */
  readonly subscribers: readonly ServiceName[];
}

/** Returns the services that connect to a server. */
export const servicesThatUse = (server: ServerName): ServiceName[] =>
  serviceNames.filter((name) => services[name].servers.includes(server));

/** Services with an event stream. */
export const streamOwners: readonly ServiceName[] = serviceNames.filter((name) => services[name].events);

/** Returns the durable consumers of a service's stream. Without any, its events need no replay. */
export const streamConsumers = (owner: ServiceName): ServiceName[] =>
  serviceNames.filter((name) => services[name].consumes?.[owner]);

/** Returns the events of a service's stream. */
export const eventsOf = (publisher: ServiceName): Event[] =>
  Object.entries(services[publisher].events ?? {}).map(([event, meaning]) => {
    const subject = `${publisher}.${event}`;
    return {
      subject,
      publisher,
      meaning,
      consumers: serviceNames.filter((name) => services[name].consumes?.[publisher]?.includes(event)),
      subscribers: serviceNames.filter((name) => services[name].subscribes?.includes(subject)),
    };
  });

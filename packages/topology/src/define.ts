import type { ServerName } from './ports.ts';

/** One service: what it owns, what it calls, and which servers and streams it uses. */
export interface Service<Name extends string> {
  /** The data that it owns, for tables. */
  readonly owns: string;
  /** Where it keeps that data, for tables. */
  readonly storage: string;
  /** RPCs for other services, or HTTP and WebSocket for browsers. */
  readonly serves: 'grpc' | 'http';
  /** Services that it calls by gRPC. Each has an RPC that accepts this caller. */
  readonly upstreams: readonly Name[];
  /** Servers that it connects to. Each adds the variable of its address to the service's environment. */
  readonly servers: readonly ServerName[];
  /** Further environment variables that are secrets. */
  readonly secrets?: readonly string[];
  /** Events that it publishes on the stream of its name, each with its meaning. Without any, it has no stream. */
  readonly events?: Readonly<Record<string, string>>;
  /** Events that it applies as the durable consumer of its name, by the service that publishes them. */
  readonly consumes?: Partial<Readonly<Record<Name, readonly string[]>>>;
  /** Events that it receives only while it runs: `<service>.<event>`. */
  readonly subscribes?: readonly string[];
  /** Ephemeral updates that it publishes on `push.user.<id>` and `push.room.<id>`. */
  readonly pushTargets?: readonly ('user' | 'room')[];
  /** Receives the updates that are pushed to users and rooms. */
  readonly receivesPushes?: true;
}

/** Returns the services unchanged; the compiler rejects an upstream or a stream of a service that does not exist. */
export const defineServices = <Name extends string>(
  services: Record<Name, Service<NoInfer<Name>>>,
): Readonly<Record<Name, Service<Name>>> => services;

import type { Attributes } from '@opentelemetry/api';

/** A span of Postgres. Many back ends still group by `db.system`, the older name of `db.system.name`. */
export const postgresAttributes: Attributes = { 'db.system.name': 'postgresql', 'db.system': 'postgresql' };

/** A call of a gRPC method, or a message on a stream of it. `path` is `/package.Service/Method`. */
export const rpcAttributes = (path: string): Attributes => ({
  'rpc.system.name': 'grpc',
  'rpc.method': path.slice(1),
});

/** A message from the broker. `template` is the subject without ids, for subjects that contain some. */
export const messageAttributes = (subject: string, template?: string): Attributes => ({
  'messaging.system.name': 'nats',
  'messaging.operation.type': 'process',
  'messaging.destination.name': subject,
  'messaging.destination.template': template,
});

import type { Attributes } from '@opentelemetry/api';

/** Attributes of a Postgres span. Many back ends still group by `db.system`, the older name of `db.system.name`. */
export const postgresAttributes: Attributes = { 'db.system.name': 'postgresql', 'db.system': 'postgresql' };

/** Returns the attributes of a call or a stream message of the gRPC method `/package.Service/Method`. */
export const rpcAttributes = (path: string): Attributes => ({
  'rpc.system.name': 'grpc',
  'rpc.method': path.slice(1),
});

/** Returns the attributes of a broker message. `template` is the subject without ids, for subjects that contain some. */
export const messageAttributes = (subject: string, template?: string): Attributes => ({
  'messaging.system.name': 'nats',
  'messaging.operation.type': 'process',
  'messaging.destination.name': subject,
  'messaging.destination.template': template,
});

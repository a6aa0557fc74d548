/** Servers that services connect to. */
export type ServerName = 'postgres' | 'redis' | 'nats' | 'mail';

/** Ports inside a container or pod, where each process has an address of its own. */
export const ports = {
  /** RPCs of a service, and gRPC health checks. */
  grpc: 50051,
  /** `/api`, `/ws` and the web app. */
  http: 8080,
  /** `GET /metrics` of every service. */
  metrics: 9464,
  postgres: 5432,
  redis: 6379,
  nats: 4222,
  /** SMTP of the inbox for local stacks and trial installations. */
  mail: 1025,
} as const satisfies Readonly<Record<'grpc' | 'http' | 'metrics' | ServerName, number>>;

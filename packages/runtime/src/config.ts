import { z } from 'zod';
import { CALLERS } from './rpc/auth.ts';

/** Reads a number from a variable. Rejects blank text, which `z.coerce` reads as 0. */
export const numeric = (bounds: z.ZodNumber) =>
  z.string().regex(/\S/, 'must be a number').transform(Number).pipe(bounds);

/** A port a server listens on; 0 lets the system choose. */
export const port = numeric(z.number().int().min(0).max(65535));

/** Invalid URLs must not reach a client: the error of `new URL` holds the text, with its password. */
const isUrl = (text: string): boolean => URL.canParse(text);

/** Connection to a database: a URL, whose host may be empty where `?host=` names the folder of a socket. */
export const postgresUrl = z
  .string()
  .refine((text) => isUrl(text.replace('@/', '@socket/')), 'must be a URL');

/** gRPC target of an upstream: `dns:///game:50051`, or `ipv4:127.0.0.1:5001,127.0.0.1:5002`. */
export const address = z.string().min(1);

/** What every service reads from its environment. A service adds its own with `.extend`. */
export const baseConfig = z.object({
  /** trace, debug, info, warn, error or silent. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Where the gRPC server listens. */
  GRPC_HOST: z.string().default('0.0.0.0'),
  GRPC_PORT: port.default(50051),
  /** This service's own secret, sent with every call it makes. At least 16 characters. */
  RPC_TOKEN: z.string().min(16),
  /** Who may call: `name=sha256hex(token)`, comma-separated. */
  RPC_CALLERS: z.string().regex(CALLERS, 'must be name=sha256hex(token), comma-separated').default(''),
  /** Prefix of every Redis key, NATS subject and stream, so that stacks in development share servers. */
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9_]*$/)
    .default(''),
  /** Multiplies limits per address: 1 in production. */
  RATE_LIMIT_SCALE: numeric(z.number().min(1)).default(1),
  /** Multiplies limits per player, session and socket: 1 in production. Bounds on coins are never multiplied. */
  PLAYER_LIMIT_SCALE: numeric(z.number().min(1)).default(1),
  /** Where `/metrics` is served: never a port that is public. */
  METRICS_HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: port.default(9464),
  /** Tracing is off unless one of these is set. The SDK reads them, and all other OTEL_ variables, by itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  /** Switches tracing off if it is `true`. */
  OTEL_SDK_DISABLED: z.string().optional(),
});

/** The variables that decide whether spans are recorded. */
export type TracingConfig = {
  [Name in keyof z.output<typeof baseConfig> & `OTEL_${string}`]?: string | undefined;
};

/** Whether spans are recorded. Unlike the SDK alone, a service without an endpoint does not export to localhost. */
export function isTracingEnabled(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = config.OTEL_TRACES_EXPORTER?.trim() || (endpoint ? 'otlp' : 'none');
  return exporter !== 'none';
}

/** The part of a configuration that services with a database share. */
export const postgresConfig = {
  /** Connection of the service's own role. Read and write rows, no DDL. */
  POSTGRES_URL: postgresUrl,
  /**
   * Connections at most, per replica. Their sum over all replicas must stay below max_connections. At least 2, because
   * some handlers of events have a transaction of their own within that of the inbox.
   */
  POSTGRES_POOL: numeric(z.number().int().min(2).max(50)).default(5),
};

/** The part of a configuration that services with the broker share. */
export const natsConfig = {
  /** `nats://user:password@host:port`, more servers after commas; without user and password for an open broker. */
  NATS_URL: z.string().refine((text) => text.split(',').every(isUrl), 'must be URLs, comma-separated'),
  /** Copies of a stream that is created, on as many servers. */
  NATS_STREAM_REPLICAS: numeric(z.number().int().min(1).max(5)).default(1),
  /** Bytes of a stream that is created, beyond which its oldest events are discarded; 0: no limit. */
  NATS_STREAM_MAX_BYTES: numeric(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).default(0),
};

/** `redis://host:port`. */
export const redisConfig = { REDIS_URL: z.string().refine(isUrl, 'must be a URL') };

/**
 * Reads the environment once. Names every variable that is missing or wrong and ends the process: a half-configured
 * service must not start. Values are never printed.
 */
export function loadConfig<T extends z.ZodType>(
  schema: T,
  env: NodeJS.ProcessEnv = process.env,
): z.output<T> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  process.stderr.write(`The environment is not complete:\n${lines.join('\n')}\n`);
  process.exit(78);
}

import pg from 'pg';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { traceFields } from './trace.ts';

export type Log = Logger;

/** Fields that must never be written out, wherever they stand in what is logged. */
const SECRETS = ['password', 'newPassword', 'token', 'flow', 'cookie', 'authorization', 'sid', 'email'];
/** A code that was mailed is a secret; one of an error (`NOT_FOUND`, `23505`) is what one reads a log for. */
const CODE = 'code';
const MAILED = /^\d{6}$/;

/** Fields of a Postgres error that hold values of a row; constraint, table and column say enough. */
const ROW_FIELDS = new Set(['detail', 'where', 'internalQuery']);

/** An error without the row that it is about. */
function serializeError(error: Error): object {
  const fields = stdSerializers.err(error);
  if (!(error instanceof pg.DatabaseError)) return fields;
  return Object.fromEntries(Object.entries({ ...fields }).filter(([name]) => !ROW_FIELDS.has(name)));
}

const places = [...SECRETS, CODE].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const censor = (value: unknown, path: string[]): unknown =>
  path.at(-1) === CODE && !MAILED.test(String(value)) ? value : '…';

/** JSON lines on stdout, or to `destination`, each with the service's name and the trace it belongs to. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceFields,
      serializers: { err: serializeError },
      redact: { paths: places, censor },
    },
    destination,
  );
}

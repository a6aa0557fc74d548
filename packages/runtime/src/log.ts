import pg from 'pg';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { traceFields } from './trace.ts';

/** A log of JSON lines: `log.warn({ err, gameId }, "what happened")`. */
export type Log = Logger;

/** Fields that are redacted in the first three levels of a log record; `err.details.email` is at the third. */
const SECRETS = ['password', 'newPassword', 'token', 'flow', 'cookie', 'authorization', 'sid', 'email'];
/** A mailed code is a secret; the code of an error (`NOT_FOUND`, `23505`) is not. */
const CODE = 'code';
const MAILED_CODE = /^\d{6}$/;

/** Fields of a Postgres error that hold values of a row; constraint, table and column suffice. */
const ROW_FIELDS = new Set(['detail', 'where', 'internalQuery']);
/**
 * The command that Redis rejected, with its values, of which that of a login has the password; and the text that is no
 * URL, which may have one, too.
 */
const INPUTS = new Set(['command', 'input']);

/** Returns an error without the values of the row, command or URL that caused it. */
function serializeError(error: Error): object {
  const hidden = (name: string): boolean =>
    INPUTS.has(name) || (error instanceof pg.DatabaseError && ROW_FIELDS.has(name));
  return Object.fromEntries(
    Object.entries({ ...stdSerializers.err(error) }).filter(([name]) => !hidden(name)),
  );
}

const censoredPaths = [...SECRETS, CODE].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const censor = (value: unknown, path: string[]): unknown =>
  path.at(-1) === CODE && !MAILED_CODE.test(String(value)) ? value : '…';

/** Creates a log of JSON lines on stdout, or to `destination`, each with the service's name and the ids of its trace. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceFields,
      serializers: { err: serializeError },
      redact: { paths: censoredPaths, censor },
    },
    destination,
  );
}

import { pino, type Logger } from 'pino';
import { traceFields } from './trace.ts';

export type Log = Logger;

/** Fields that must never be written out, wherever they stand in what is logged. */
const SECRETS = [
  'password',
  'newPassword',
  'token',
  'code',
  'flow',
  'cookie',
  'authorization',
  'sid',
  'email',
];

/** JSON lines on stdout, each with the service's name and the trace it belongs to. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: traceFields,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
  });
}

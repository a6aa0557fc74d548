import { AppError } from '../app-error.ts';
import { histogram, timed } from './meter.ts';

const serverDurations = histogram('fifteen_rpc_server_duration_seconds', 'Duration of RPCs served.');
const clientDurations = histogram(
  'fifteen_rpc_client_duration_seconds',
  'Duration of RPCs made, retries included.',
);

const codeOf = (error: unknown): string => {
  if (error === undefined) return 'OK';
  return error instanceof AppError ? error.code : 'INTERNAL';
};

/** Serves a call, or a message on a stream, and records it. */
export const timeServed = <T>(method: string, work: () => Promise<T>): Promise<T> =>
  timed(serverDurations, work, (error) => ({ method, code: codeOf(error) }));

/** Calls an upstream, or sends it a message on a stream, and records it. */
export const timeCalled = <T>(target: string, method: string, work: () => Promise<T>): Promise<T> =>
  timed(clientDurations, work, (error) => ({ target, method, code: codeOf(error) }));

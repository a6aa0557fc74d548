import { status, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import { unavailable } from '../app-error.ts';
import { pause } from '../job.ts';
import { timeCalled } from '../metrics/rpc.ts';
import { rpcAttributes } from '../span-attributes.ts';
import { span } from '../trace.ts';
import { deadlineFor } from './call.ts';
import { grpcMethods } from './grpc-methods.ts';
import { fromStatus } from './status.ts';
import type { CallOptions, Calls, ServiceDescription } from './types.ts';

const DEFAULT_LIMIT_MS = 2_000;
/**
 * Waits before the second and further attempts. Every RPC is safe to repeat, so an unreachable replica is no error yet;
 * where only the attempt distinguishes a repeat from a new request, its handler reads `Call.isRepeat`. The sum of the
 * waits exceeds the reconnection time, because in a rollout the returning replica may be the only one.
 */
const RETRY_MS = [50, 200, 600];

/** Sends one attempt of a call, which may repeat an earlier one. Rejects with a gRPC error. */
export type Send = (
  method: MethodDefinition<unknown, unknown>,
  request: unknown,
  deadline: number,
  isRepeat: boolean,
) => Promise<unknown>;

/** Returns the unary methods of the upstream `name` as promises, with deadlines, retries, metrics and spans. */
export function createCalls<S extends ServiceDescription>(name: string, service: S, send: Send): Calls<S> {
  const calls: Record<string, unknown> = {};
  for (const [methodName, method] of Object.entries(grpcMethods(service))) {
    if (method.requestStream) continue;
    const attributes = rpcAttributes(method.path);
    calls[methodName] = (request: unknown, call: CallOptions = {}) =>
      span(
        `${name}/${methodName}`,
        'client',
        () =>
          timeCalled(name, methodName, () =>
            withRetries(name, deadlineFor(call.limitMs ?? DEFAULT_LIMIT_MS), (deadline, isRepeat) =>
              send(method, request, deadline, isRepeat),
            ),
          ),
        { attributes },
      );
  }
  return calls as Calls<S>;
}

async function withRetries<T>(
  service: string,
  deadline: number,
  attempt: (deadline: number, isRepeat: boolean) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    if (Date.now() >= deadline) throw unavailable(service);
    try {
      return await attempt(deadline, tries > 0);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const wait = RETRY_MS[tries];
      if (!isUnreachable(error) || wait === undefined || Date.now() + wait >= deadline)
        throw fromStatus(error, service);
      await pause(wait);
    }
  }
}

/** Any other error was thrown before the call began. A request that cannot be encoded is a status of grpc-js, too. */
const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'metadata' in error;

/** Whether no replica responded. An upstream that itself returns SERVICE_UNAVAILABLE is not retried here. */
const isUnreachable = (error: ServiceError): boolean =>
  error.code === status.UNAVAILABLE && error.metadata.get('x-code').length === 0;

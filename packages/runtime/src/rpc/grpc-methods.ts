import type { MethodDefinition } from '@grpc/grpc-js';
import type { MethodDescription, ServiceDescription } from './types.ts';

/** Returns the path of a method, `/package.Service/Method`. */
export const methodPath = (
  { fullName }: ServiceDescription,
  { name }: MethodDescription<unknown, unknown>,
): string => `/${fullName}/${name}`;

/** Returns the methods of a service as grpc-js defines them, by their names in TypeScript. */
export const grpcMethods = (
  service: ServiceDescription,
): Record<string, MethodDefinition<unknown, unknown>> =>
  Object.fromEntries(
    Object.entries(service.methods).map(([name, method]) => [
      name,
      {
        path: methodPath(service, method),
        requestStream: method.requestStream,
        responseStream: method.responseStream,
        requestSerialize: (request) => Buffer.from(method.requestType.encode(request).finish()),
        requestDeserialize: (bytes) => method.requestType.decode(bytes) as unknown,
        responseSerialize: (response) => Buffer.from(method.responseType.encode(response).finish()),
        responseDeserialize: (bytes) => assertComplete(method.responseType.decode(bytes), method.name),
      } satisfies MethodDefinition<unknown, unknown>,
    ]),
  );

/**
 * Returns a response that has all its fields but those that are `optional` in the proto. Throws for any other, so that
 * callers need not look. The generated code leaves an absent `optional` field out, and sets other messages to undefined.
 */
function assertComplete(response: unknown, method: string): unknown {
  for (const [field, value] of Object.entries(response as object))
    if (value === undefined) throw new Error(`the response of ${method} has no ${field}`);
  return response;
}

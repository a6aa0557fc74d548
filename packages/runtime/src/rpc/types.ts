import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Call } from './call.ts';

/** A method as ts-proto describes it. */
export interface MethodDescription<Req, Res> {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize: (value: Req) => Buffer;
  requestDeserialize: (bytes: Buffer) => Req;
  responseSerialize: (value: Res) => Buffer;
  responseDeserialize: (bytes: Buffer) => Res;
}

/** A service as ts-proto describes it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the element types are inferred below
export type ServiceDescription = Readonly<Record<string, MethodDescription<any, any>>>;

type Unary<S> = {
  [K in keyof S]: S[K] extends { requestStream: false; responseStream: false } ? K : never;
}[keyof S];
type Request<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Req } ? Req : never;
type Response<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;

/** How a service implements one method: the services that may call it, and its handler. */
export interface Method<S, K extends keyof S, Context> {
  callers: readonly string[];
  handle: K extends Unary<S>
    ? (context: Context, request: Request<S[K]>, call: Call) => Promise<Response<S[K]>>
    : (context: Context, stream: ServerDuplexStream<Request<S[K]>, Response<S[K]>>, call: Call) => void;
}

/** All methods of a service: the compiler rejects a table that lacks one, so no method is open by omission. */
export type Methods<S, Context> = { readonly [K in keyof S]: Method<S, K, Context> };

/** Options of one call. */
export interface CallOptions {
  /** Timeout including retries; 2000 ms by default. Never beyond the deadline of the call being served. */
  limitMs?: number;
}

/** The unary methods of a service as a client calls them. Omitted fields have protobuf's zero values. */
export type Calls<S> = {
  [K in Unary<S>]: (request: Request<S[K]>, options?: CallOptions) => Promise<Response<S[K]>>;
};

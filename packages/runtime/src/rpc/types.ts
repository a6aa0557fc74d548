import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Call } from './call.ts';

/** A message as ts-proto generates it. */
interface MessageType<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

/** A method as ts-proto describes it. */
export interface MethodDescription<Req, Res> {
  /** Its name in the proto, `HoldStake`. */
  name: string;
  requestType: MessageType<Req>;
  requestStream: boolean;
  responseType: MessageType<Res>;
  responseStream: boolean;
}

/** A service as ts-proto describes it. */
export interface ServiceDescription {
  /** `fifteen.economy.v1.EconomyServiceDefinition`. */
  fullName: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the element types are inferred below
  methods: Readonly<Record<string, MethodDescription<any, any>>>;
}

type MethodsOf<S extends ServiceDescription> = S['methods'];
/** A method's name in TypeScript, `holdStake`. */
export type MethodName<S extends ServiceDescription> = keyof MethodsOf<S> & string;
type Unary<S extends ServiceDescription> = {
  [K in MethodName<S>]: MethodsOf<S>[K] extends { requestStream: false; responseStream: false } ? K : never;
}[MethodName<S>];
type MessageOf<T extends MessageType<unknown>> = ReturnType<T['decode']>;
/** The request of a method; of a stream, one of its messages. */
export type RequestOf<S extends ServiceDescription, K extends MethodName<S>> = MessageOf<
  MethodsOf<S>[K]['requestType']
>;
/**
 * A message with all its fields but those that are `optional` in the proto: ts-proto types any other message field as
 * possibly undefined, too.
 */
type Complete<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] : Exclude<T[K], undefined> };
/** The response of a method, whose fields the client has checked; of a stream, one of its messages. */
export type ResponseOf<S extends ServiceDescription, K extends MethodName<S>> = Complete<
  MessageOf<MethodsOf<S>[K]['responseType']>
>;

/** How a service implements one method: the services that may call it, and its handler. */
export interface Method<S extends ServiceDescription, K extends MethodName<S>, Context> {
  /** Any other caller gets FORBIDDEN. */
  callers: readonly string[];
  /** Handles a call, or a stream until it ends. */
  handle: K extends Unary<S>
    ? (
        context: Context,
        request: RequestOf<S, K>,
        call: Call,
      ) => Promise<MessageOf<MethodsOf<S>[K]['responseType']>>
    : (context: Context, stream: ServerDuplexStream<RequestOf<S, K>, ResponseOf<S, K>>, call: Call) => void;
}

/** All methods of a service: the compiler rejects a table that lacks one, so no method is open by omission. */
export type Methods<S extends ServiceDescription, Context> = {
  readonly [K in MethodName<S>]: Method<S, K, Context>;
};

/** Options of one call. */
export interface CallOptions {
  /** Timeout including retries; 2000 ms by default. Never beyond the deadline of the call being served. */
  limitMs?: number;
}

/** The unary methods of a service as a client calls them. Omitted fields have protobuf's zero values. */
export type Calls<S extends ServiceDescription> = {
  [K in Unary<S>]: (request: RequestOf<S, K>, options?: CallOptions) => Promise<ResponseOf<S, K>>;
};

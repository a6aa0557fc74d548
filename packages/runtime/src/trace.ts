import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { isAppError } from './app-error.ts';

// Trace ids pass through every call whether or not spans are recorded, so that logs can always be joined.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(
  new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
);

const tracer = trace.getTracer('fifteen');

const random = (bytes: number): string => randomBytes(bytes).toString('hex');

const contextWithoutRecording = (from: Context, traceId = random(16)): Context =>
  trace.setSpanContext(from, { traceId, spanId: random(8), traceFlags: 1 });

/** What carries a trace between processes: a message with a field `traceparent`, or the headers of a call. */
type Carrier = object;

/** The headers that pass the active trace on; empty outside of a trace. */
export function traceHeaders(): Record<string, string> {
  const headers = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The active trace as the field `traceparent` of a message; empty outside of a trace. */
export const traceparent = (): string => traceHeaders()['traceparent'] ?? '';

/** The name of the trace id that a client named: as attribute of the root span, and as baggage for the logs. */
const CLIENT_TRACE_ID = 'fifteen.client_trace_id';

/** Returns the fields of a log line: the ids of the active trace, its own and that of the client which caused it. */
export function traceFields(): { traceId?: string; clientTraceId?: string } {
  const active = context.active();
  const traceId = trace.getSpanContext(active)?.traceId;
  const clientTraceId = propagation.getBaggage(active)?.getEntry(CLIENT_TRACE_ID)?.value;
  return { ...(traceId && { traceId }), ...(clientTraceId && { clientTraceId }) };
}

type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

interface SpanOptions {
  /** The span continues its trace; without it, or without a trace in it, the active one. */
  parent?: Carrier;
  attributes?: Attributes;
  /** Other traces that led to this span. Those that carry no trace are left out. */
  links?: readonly Carrier[];
  /** Returns the attributes that are known at the end, from what was thrown, if anything was. */
  outcome?: (error?: unknown) => Attributes;
}

/** Runs `work` as a span of its parent's trace, or of a new one. The span ends with the work and records its exception. */
export const span = <T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  options: SpanOptions = {},
): Promise<T> => run(name, kind, work, options, contextOf(options.parent) ?? contextOf() ?? ROOT_CONTEXT);

/**
 * Runs `work` as the first span of a trace with an id of its own: samplers decide by the id, and clients do not decide what
 * is sampled. The id in a client's `traceparent` becomes an attribute, and a field of the log lines here and in the calls
 * that follow, sampled or not. Baggage of clients is dropped. Where no spans are recorded, nothing is sampled: there the
 * client's id is the trace's id, too.
 */
export async function rootSpan<T>(
  name: string,
  work: () => Promise<T>,
  { parent, ...options }: SpanOptions,
): Promise<T> {
  const remote = parent && contextOf(parent);
  const clientTraceId = remote && trace.getSpanContext(remote)?.traceId;
  if (!clientTraceId) return run(name, 'server', work, options, ROOT_CONTEXT);
  const attributes = { ...options.attributes, [CLIENT_TRACE_ID]: clientTraceId };
  const baggage = propagation.createBaggage({ [CLIENT_TRACE_ID]: { value: clientTraceId } });
  const from = propagation.setBaggage(ROOT_CONTEXT, baggage);
  return run(name, 'server', work, { ...options, attributes }, from, clientTraceId);
}

/** Runs `work` as a span where there is a trace to continue, else without: for paths too frequent to begin a trace. */
export function spanIfTraced<T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  const from = contextOf(options.parent);
  return from ? run(name, kind, work, options, from) : work();
}

/** Starts a span of work that nothing awaits. Returns the function that ends it, with its error if it failed. */
export function beginSpan(name: string, kind: Kind, attributes: Attributes): (error?: Error) => void {
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return ignore;
  const started = start(name, kind, { attributes }, active);
  return (error) => {
    if (error) recordError(started, kind, error);
    started.end();
  };
}

const ignore = (): void => undefined;

/** The context of a carrier, or the active one; undefined where it has no trace. */
function contextOf(carrier?: Carrier): Context | undefined {
  const found = carrier ? propagation.extract(ROOT_CONTEXT, carrier) : context.active();
  return trace.getSpanContext(found) && found;
}

function linkTo(carrier: Carrier): Link[] {
  const found = contextOf(carrier);
  const linked = found && trace.getSpanContext(found);
  return linked ? [{ context: linked }] : [];
}

const start = (name: string, kind: Kind, { attributes = {}, links = [] }: SpanOptions, from: Context): Span =>
  tracer.startSpan(
    name,
    { kind: SpanKind[kind.toUpperCase() as Uppercase<Kind>], attributes, links: links.flatMap(linkTo) },
    from,
  );

async function run<T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  options: SpanOptions,
  from: Context,
  unrecordedTraceId?: string,
): Promise<T> {
  const current = start(name, kind, options, from);
  const spanContext = isSpanContextValid(current.spanContext())
    ? trace.setSpan(from, current)
    : contextWithoutRecording(from, unrecordedTraceId);
  try {
    const result = await context.with(spanContext, work);
    current.setAttributes(options.outcome?.() ?? {});
    return result;
  } catch (error) {
    current.setAttributes(options.outcome?.(error) ?? {});
    recordError(current, kind, error);
    throw error;
  } finally {
    current.end();
  }
}

/** Codes of errors that the service caused, not its caller. */
const FAULTS: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

/** A server that rejects a request has done its work: by the semantic conventions that is the caller's error alone. */
function recordError(current: Span, kind: Kind, error: unknown): void {
  const cause = error instanceof Error ? error : new Error(String(error));
  current.recordException(cause);
  current.setAttribute('error.type', isAppError(cause) ? cause.code : cause.name);
  const isRejection = isAppError(cause) && !FAULTS.has(cause.code);
  if (kind === 'server' && isRejection) return;
  current.setStatus({ code: SpanStatusCode.ERROR, message: cause.message });
}

/** Runs `work` outside of the active trace, for jobs that outlive what started them and work for many traces at once. */
export const withoutTrace = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);

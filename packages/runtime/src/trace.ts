import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** Trace ids flow through every call whether or not spans are recorded, so that logs can always be joined. */
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const tracer = trace.getTracer('fifteen');
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The id of the trace that is being begun, where somebody has named one: whoever makes ids is asked without a word. */
let named: string | undefined;

/** Ids of spans and traces, for whoever records them. */
export const ids = { generateTraceId: (): string => named ?? random(16), generateSpanId: () => random(8) };

const unrecorded = (): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: ids.generateTraceId(),
    spanId: ids.generateSpanId(),
    traceFlags: 1,
  });

function parse(traceparent: string | undefined): Context | undefined {
  const match = traceparent ? TRACEPARENT.exec(traceparent) : null;
  if (!match) return undefined;
  const spanContext = {
    traceId: match[1] ?? '',
    spanId: match[2] ?? '',
    traceFlags: Number.parseInt(match[3] ?? '', 16),
    isRemote: true,
  };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : undefined;
}

/** The W3C traceparent of what runs now, to send along with a call or a message; empty outside of any trace. */
export function traceparent(): string {
  const span = trace.getSpanContext(context.active());
  return span ? `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}` : '';
}

/** The ids a log line carries. */
export function traceFields(): { traceId?: string } {
  const span = trace.getSpanContext(context.active());
  return span ? { traceId: span.traceId } : {};
}

type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/**
 * Runs `work` as a span that continues `parent` (a traceparent from a neighbour), the present trace, or a new one. The
 * span ends when the work does and carries its error.
 */
export const span = <T>(name: string, kind: Kind, work: () => Promise<T>, parent?: string): Promise<T> =>
  run(name, kind, parse(parent) ?? present(), work);

/**
 * Runs `work` as the first span of a trace. A browser's `traceparent` gives the trace its id and nothing more: browsers
 * record no spans that this one could stand under, and whether it is recorded is not theirs to say.
 */
export function rootSpan<T>(
  name: string,
  work: () => Promise<T>,
  traceparent: string | undefined,
): Promise<T> {
  const remote = parse(traceparent);
  return run(name, 'server', undefined, work, remote && trace.getSpanContext(remote)?.traceId);
}

/** The same as `span` where there is a trace to continue, else only the work: for what is too frequent to begin one. */
export const spanIfTraced = <T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  parent = traceparent(),
): Promise<T> => (parent ? span(name, kind, work, parent) : work());

/** Begins a span of something that is done without anybody who waits for it; answers what ends it. */
export function beginSpan(name: string, kind: Kind): () => void {
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return unnoticed;
  const begun = start(name, kind, active);
  return () => begun.end();
}

const unnoticed = (): void => undefined;

const present = (): Context | undefined =>
  trace.getSpanContext(context.active()) ? context.active() : undefined;

const start = (name: string, kind: Kind, from: Context): Span =>
  tracer.startSpan(name, { kind: SpanKind[kind.toUpperCase() as Uppercase<Kind>] }, from);

async function run<T>(
  name: string,
  kind: Kind,
  from: Context | undefined,
  work: () => Promise<T>,
  traceId?: string,
): Promise<T> {
  named = traceId;
  const current = start(name, kind, from ?? ROOT_CONTEXT);
  const within = isSpanContextValid(current.spanContext())
    ? trace.setSpan(from ?? ROOT_CONTEXT, current)
    : unrecorded();
  named = undefined;
  try {
    return await context.with(within, work);
  } catch (error) {
    current.setStatus({
      code: SpanStatusCode.ERROR,
      message: error instanceof Error ? error.message : String(error),
    });
    throw error;
  } finally {
    current.end();
  }
}

/** Leaves the present trace, for loops that outlive what started them. */
export const untraced = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);

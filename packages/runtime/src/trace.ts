import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** Trace ids flow through every call whether or not spans are recorded, so that logs can always be joined. */
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const tracer = trace.getTracer('fifteen');
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const fresh = (): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
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

/**
 * Runs `work` as a span that continues `parent` (a traceparent from outside), the present trace, or a new one. The
 * span ends when the work does and carries its error.
 */
export async function span<T>(
  name: string,
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal',
  work: () => Promise<T>,
  parent?: string,
): Promise<T> {
  const active = trace.getSpanContext(context.active()) ? context.active() : undefined;
  const from = parse(parent) ?? active ?? fresh();
  const current = tracer.startSpan(
    name,
    { kind: SpanKind[kind.toUpperCase() as keyof typeof SpanKind] },
    from,
  );
  const within = current.isRecording() ? trace.setSpan(from, current) : from;
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

import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as its service has exported it. */
export interface RecordedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly status: 'unset' | 'ok' | 'error';
  readonly attributes: Attributes;
  /** Attributes of the process that made the span. */
  readonly resource: Attributes;
  /** Attributes of each exception. */
  readonly exceptions: readonly Attributes[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export type Attributes = Readonly<Record<string, unknown>>;

/** Attributes in OTLP's JSON: each value under the name of its type. */
type Pairs = readonly { key: string; value: Readonly<Record<string, unknown>> }[];

/** The part of OTLP's JSON that the collector reads. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Pairs };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        status: { code?: number };
        attributes: Pairs;
        events: readonly { name: string; attributes: Pairs }[];
        links: readonly { traceId: string; spanId: string }[];
      }[];
    }[];
  }[];
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const STATUSES = ['unset', 'ok', 'error'] as const;

const decodeAttributes = (pairs: Pairs): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

/**
 * Receives the spans that services export over OTLP/HTTP. Keeps the spans that are sent as JSON, and the headers of all
 * requests.
 */
export class Collector {
  readonly spans: RecordedSpan[] = [];
  readonly requests: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then((answer) => response.end(answer));
  });

  /** Starts listening and returns the endpoint. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  trace(traceId: string): RecordedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** Returns the body of the response, empty in the format of the request. */
  async #receive(request: IncomingMessage): Promise<string> {
    const { url, headers } = request;
    this.requests.push({ url, headers });
    const body = await buffer(request);
    if (headers['content-type'] !== 'application/json') return '';
    this.#take(JSON.parse(body.toString()) as Export);
    return '{}';
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = decodeAttributes(resource.attributes);
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          service: String(process['service.name']),
          ...{ name: span.name, kind: KINDS[span.kind] ?? 'internal' },
          ...{ traceId: span.traceId, spanId: span.spanId, parentId: span.parentSpanId || undefined },
          status: STATUSES[span.status.code ?? 0] ?? 'unset',
          ...{ attributes: decodeAttributes(span.attributes), resource: process },
          exceptions: span.events
            .filter(({ name }) => name === 'exception')
            .map(({ attributes }) => decodeAttributes(attributes)),
          links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
        });
    }
  }
}

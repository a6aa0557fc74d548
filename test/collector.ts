import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as its service has sent it. */
export interface Recorded {
  readonly service: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
}

/** The part of OTLP's JSON that this reads. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
      }[];
    }[];
  }[];
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** Takes the spans that services export over OTLP/HTTP. */
export class Collector {
  readonly spans: Recorded[] = [];
  readonly #server = createServer((request, response) => {
    void json(request).then((body) => {
      this.#take(body as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  /** Answers where services are to send them. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  trace(traceId: string): Recorded[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          service: name?.value.stringValue ?? '',
          ...{ name: span.name, kind: KINDS[span.kind] ?? 'internal' },
          ...{ traceId: span.traceId, spanId: span.spanId, parentId: span.parentSpanId || undefined },
        });
    }
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifecycle } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import { exporter } from './meter.ts';

/** Serves the metrics of this process at `/metrics` on a port of its own. Returns the port. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  context: { log: Log; lifecycle: Lifecycle },
): Promise<number> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics')
      return exporter.getMetricsRequestHandler(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  context.log.info({ host, port: bound }, 'metrics served');
  context.lifecycle.onStop('metrics', async () => {
    server.close();
    server.closeAllConnections();
  });
  return bound;
}

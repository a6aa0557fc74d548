import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Deployment {
  url: string;
  /** From now on, browsers find a new version of the app. */
  deploy(): void;
  close(): void;
}

/** Starts a proxy to the product at `baseURL` that can switch to a new version of the app. */
export async function deployment(baseURL: string): Promise<Deployment> {
  let version = 1;
  const proxy = createServer((request, response) => {
    const worker = request.url === '/sw.js';
    const headers = { accept: '*/*', 'accept-encoding': worker ? 'identity' : 'gzip' };
    const upstreamRequest = ask(
      new URL(request.url ?? '/', baseURL),
      { method: request.method, headers },
      (upstreamResponse) => {
        const { 'content-type': type, 'content-encoding': encoding } = upstreamResponse.headers;
        response.writeHead(upstreamResponse.statusCode ?? 502, {
          'cache-control': 'no-cache',
          ...(type && { 'content-type': type }),
          ...(encoding && { 'content-encoding': encoding }),
        });
        if (!worker) return void upstreamResponse.pipe(response);
        void text(upstreamResponse).then((code) => response.end(`${code}\n// version ${version}`));
      },
    );
    upstreamRequest.on('error', () => response.destroy()).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deploy: () => void (version += 1),
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

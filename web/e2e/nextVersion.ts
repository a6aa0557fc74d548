import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Deployment {
  url: string;
  /** From now on browsers find a version of the app that they have not got. */
  deploy(): void;
  close(): void;
}

/** The product at `baseURL`, through a proxy that can switch to a new version. */
export async function deployment(baseURL: string): Promise<Deployment> {
  let version = 1;
  const proxy = createServer((request, response) => {
    const worker = request.url === '/sw.js';
    const headers = { accept: '*/*', 'accept-encoding': worker ? 'identity' : 'gzip' };
    const asked = ask(new URL(request.url ?? '/', baseURL), { method: request.method, headers }, (answer) => {
      const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        'cache-control': 'no-cache',
        ...(type && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
      });
      if (!worker) return void answer.pipe(response);
      void text(answer).then((code) => response.end(`${code}\n// version ${version}`));
    });
    asked.on('error', () => response.destroy()).end();
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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Deployment {
  url: string;
  /** From now on browsers find a version of the app that they have not got. */
  deploy(): void;
  close(): void;
}

/** The product at `baseURL`, seen through a door behind which a new version can be put. */
export async function deployment(baseURL: string): Promise<Deployment> {
  let version = 1;
  const door = createServer((request, response) => {
    const own = request.url === '/sw.js';
    const ask = async () => {
      const answer = await fetch(new URL(request.url ?? '/', baseURL), { redirect: 'manual' });
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        'cache-control': 'no-cache',
      });
      response.end(own ? `${body.toString()}\n// version ${version}` : body);
    };
    ask().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(door.address() as AddressInfo).port}`,
    deploy: () => void (version += 1),
    close: () => {
      door.closeAllConnections();
      door.close();
    },
  };
}

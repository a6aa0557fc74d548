import { Agent, request } from 'node:http';

/** Source addresses of a storm: a real one comes from many, and the limits of one address are not what is measured. */
const ADDRESSES = 60;

/** Returns a local source address: 127.0.1.1 and so on. */
export const addressOf = (index: number): string => `127.0.1.${(index % ADDRESSES) + 1}`;

const agents = Array.from(
  { length: ADDRESSES },
  (_, index) => new Agent({ keepAlive: true, localAddress: addressOf(index), family: 4 }),
);
let sent = 0;

/**
 * Sends a POST request with a JSON body from a source address: of strangers from the next one, of a player from one of
 * their own, since the product looks a session up again when its address changes. The product must run on this machine.
 */
export function postFrom(url: URL, cookie: string, body: object, index = (sent += 1)): Promise<Response> {
  const agent = agents[index % ADDRESSES] as Agent;
  const headers = { cookie, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 500, headers: received } = response;
        const retryAfter = received['retry-after'];
        resolve(
          new Response(status === 204 ? null : Buffer.concat(chunks), {
            status,
            headers: retryAfter ? { 'retry-after': retryAfter } : {},
          }),
        );
      });
    });
    call.on('timeout', () => call.destroy(new Error('no response in 30 s')));
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}

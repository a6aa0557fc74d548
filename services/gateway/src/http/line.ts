import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusal } from '@fifteen/contract';

/** Below the requests: what is said on a bare line, where there is no reply to write to. */

/** Sends an error and ends the connection, also for a client that would keep its half of it. */
export function refuseOn(
  socket: Duplex,
  code: string,
  details: { status?: number } & Record<string, unknown> = {},
): void {
  if (socket.destroyed) return;
  const { body, status: usual } = refusal(code, undefined, details);
  const { status = usual } = details;
  const json = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    ...(body.retryAfter === undefined ? [] : [`retry-after: ${body.retryAfter}`]),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${json}`, () => socket.destroy());
}

/** What came is no request, or did not end in time. */
export function refuseBroken({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else refuseOn(socket, 'INVALID_REQUEST', { status: BROKEN[code ?? ''] ?? 400 });
}

const BROKEN: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

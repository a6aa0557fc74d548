import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusal } from '@fifteen/contract';

/** Below the requests: what is said on a bare line, where there is no reply to write to. */

/** Answers with an error and ends the line, also for a client that would keep its half of it. */
export function refuseOn(socket: Duplex, code: string, status = refusal(code).status): void {
  if (socket.destroyed) return;
  const json = JSON.stringify(refusal(code).body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${json}`, () => socket.destroy());
}

/** What came is no request, or did not end in time. */
export function refuseBroken({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else refuseOn(socket, 'INVALID_REQUEST', BROKEN[code ?? '']);
}

const BROKEN: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

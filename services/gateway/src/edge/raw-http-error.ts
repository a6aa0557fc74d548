import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorResponse } from '@fifteen/contract';

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Writes an error for bytes that are no request, or a request that timed out, and closes the connection, even if the
 * client would keep its half open. There is no Fastify reply in these cases.
 */
export function writeErrorAndClose({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUS[code ?? ''] ?? 400;
  const json = JSON.stringify(errorResponse('INVALID_REQUEST').body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${json}`, () => socket.destroy());
}

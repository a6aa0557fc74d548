import { counter, histogram } from '@fifteen/runtime';

export const messages = counter('ws_messages_total', 'Messages read from sockets and written to them.');
const closed = counter('ws_closed_total', 'Sockets that closed.');
export const deliveries = histogram(
  'move_delivery_seconds',
  "From the instant of a move to the opponent's socket.",
);

/** Close codes that we or the protocol give; a client may send any other. */
const CODES = new Set([1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 4401, 4403]);

export const countClosed = (code: number): void =>
  closed.add(1, { code: CODES.has(code) ? String(code) : 'other' });

import { counter, histogram } from '@fifteen/runtime';

export const messages = counter('fifteen_ws_messages_total', 'WebSocket messages received and sent.');
const closed = counter('fifteen_ws_connections_closed_total', 'WebSocket connections closed.');
export const deliveries = histogram(
  'fifteen_move_delivery_duration_seconds',
  "Time from the timestamp of a move to the opponent's socket.",
);

/** Close codes of the server and of the protocol. A client may send any other. */
const CODES = new Set([1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 4401, 4403]);

export const countClosed = (code: number): void =>
  closed.add(1, { code: CODES.has(code) ? String(code) : 'other' });

import type { ClientMessage, ServerMessage } from '@fifteen/contract';
import type { Heartbeat } from './heartbeat.ts';
import type { Socket } from './socket.ts';
import { useConnectionStatus } from './status.ts';

export type GameSocket = Socket<ServerMessage, ClientMessage>;

let connection: { socket: GameSocket; heartbeat: Heartbeat } | null = null;

/**
 * Sets the connection that the functions below use; null: no user is signed in. Its own code (connect.ts) arrives after
 * the first screen, which already imports these functions.
 */
export function setConnection(next: typeof connection): void {
  connection = next;
}

/**
 * Reconnects on request of the player, also if the server closed the connection because of too many tabs. An attempt that
 * is under way goes on.
 */
export function reconnect(): void {
  if (useConnectionStatus.getState().status === 'superseded') connection?.socket.open();
  else connection?.socket.retry();
}

/** Sends a frame; without a connection, critical types wait for the next one. Returns whether it was sent now. */
export function send(frame: ClientMessage): boolean {
  return connection?.socket.send(frame) ?? false;
}

/** Withdraws a frame that waits for the next connection. */
export function withdraw(frame: ClientMessage): void {
  connection?.socket.withdraw(frame);
}

/** Sends a ping with a timeout of 5 s. Resolves with the round trip; rejects if the connection is lost. */
export function probe(): Promise<number> {
  return connection?.heartbeat.probe() ?? Promise.reject(new Error('no connection'));
}

import type { ClientMessage, ServerMessage } from '@fifteen/contract';
import { OUTBOX_TYPES } from '@fifteen/contract/constants';
import { reportSuccess } from '@/lib/state/network.ts';
import { type GameSocket, send, setConnection } from './connection.ts';
import { Heartbeat } from './heartbeat.ts';
import { serverClock } from './serverClock.ts';
import { Socket } from './socket.ts';
import { useConnectionStatus } from './status.ts';

let socket: GameSocket | null = null;

const heartbeat = new Heartbeat({
  ping: (timestamp) => send({ type: 'ping', timestamp, keepAlive: true }),
  measured: (latency) => useConnectionStatus.setState({ latency }),
  dead: renew,
});

function readServerState(message: ServerMessage): void {
  if (message.type === 'connected') {
    serverClock.reset();
    heartbeat.check();
    reportSuccess();
  }
  if ('game' in message && message.game) serverClock.update(message.game.serverTime);
  if (message.type === 'pong') {
    serverClock.update(message.serverTime, Date.now() - message.timestamp);
    heartbeat.pong(message.timestamp);
  } else if ('serverTime' in message) serverClock.update(message.serverTime);
}

/**
 * Opens the connection of a user and keeps it open until {@link disconnect}; every message goes to `receive`. The
 * session is in the cookies; the greeting only names the user.
 */
export function connect(
  userId: string,
  receive: (message: ServerMessage) => void,
  onRejected: () => void,
): void {
  disconnect();
  socket = new Socket<ServerMessage, ClientMessage>({
    url: `${location.origin.replace(/^http/, 'ws')}/ws`,
    greeting: { type: 'auth', userId },
    welcome: 'connected',
    resyncRequest: { type: 'request_current_game_state' },
    resyncResponses: new Set(['game_reconnection', 'reconnection_room_join', 'reconnection']),
    queuedTypes: new Set(OUTBOX_TYPES),
    receive(message) {
      readServerState(message);
      receive(message);
    },
    changed(status) {
      if (status !== 'open') heartbeat.lost();
      useConnectionStatus.setState(status === 'open' ? { status } : { status, latency: null });
    },
    onRejected,
  });
  setConnection({ socket, heartbeat });
  addEventListener('online', renew);
  addEventListener('offline', renew);
  heartbeat.start();
  socket.open();
}

/** Closes the connection cleanly, after a logout. */
export function disconnect(): void {
  removeEventListener('online', renew);
  removeEventListener('offline', renew);
  heartbeat.stop();
  socket?.close();
  socket = null;
  setConnection(null);
}

/** Reconnects at once; if the connection was still alive, this costs a round trip. */
function renew(): void {
  socket?.reconnect();
}

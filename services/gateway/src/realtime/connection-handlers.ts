import { CLOSE } from '@fifteen/contract';
import type { Sessions } from '../auth/sessions.ts';
import type { Connection } from './connection.ts';
import type { SocketHandlers } from './dispatcher.ts';

interface Deps {
  sessions: Pick<Sessions, 'isCached' | 'find'>;
  /** Called for a connection whose session is valid. */
  authenticated: (connection: Connection) => void;
}

/** Messages about the connection itself. */
export const connectionHandlers = ({
  sessions,
  authenticated,
}: Deps): Pick<SocketHandlers, 'auth' | 'ping' | 'game_started_ack'> => ({
  // Without a pause where possible: messages that the client sends next need an authenticated connection.
  auth: (connection, { userId }) => {
    if (userId !== connection.userId) return connection.close(CLOSE.forbidden, 'not your session');
    const accept = (): void => {
      authenticated(connection);
      connection.send({ type: 'connected', userId, serverTime: Date.now() });
    };
    const { token, origin } = connection.caller;
    if (sessions.isCached(token)) return accept();
    // The session was revoked, or its cache entry expired, since the upgrade.
    return sessions.find(token, origin).then((caller) => {
      if (connection.closing) return;
      if (caller) accept();
      else connection.close(CLOSE.unauthenticated, 'session ended');
    });
  },

  ping: (connection, { timestamp }) => {
    const serverTime = Date.now();
    connection.send({ type: 'pong', timestamp: timestamp ?? serverTime, serverTime });
  },

  // The only message without a reply: it is a reply itself, and clients acknowledge every repeat of game_started.
  game_started_ack: (connection, { messageId }) => connection.acknowledge(messageId),
});

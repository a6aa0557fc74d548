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
  auth: (connection, { userId }) => {
    if (userId !== connection.userId) return connection.close(CLOSE.forbidden, 'not your session');
    const accept = (): void => {
      authenticated(connection);
      connection.send({ type: 'connected', userId, serverTime: Date.now() });
    };
    const { token, origin } = connection.caller;
    if (sessions.isCached(token)) return accept();
    // The session was revoked, or its cache entry expired, since the upgrade.
    const authenticate = async (): Promise<void> => {
      try {
        const caller = await sessions.find(token, origin);
        if (connection.closing) return;
        if (caller) accept();
        else connection.close(CLOSE.unauthenticated, 'session ended');
      } catch (error) {
        // The client reconnects. Without this, its socket would be closed later as one that sent no `auth`.
        connection.close(CLOSE.overload, 'session not checked');
        throw error;
      } finally {
        connection.authentication = undefined;
      }
    };
    return (connection.authentication = authenticate());
  },

  ping: (connection, { timestamp }) => {
    const serverTime = Date.now();
    connection.send({ type: 'pong', timestamp: timestamp ?? serverTime, serverTime });
  },

  // The only message without a reply: it is a reply itself, and clients acknowledge every repeat of game_started.
  game_started_ack: (connection, { messageId }) => connection.acknowledge(messageId),
});

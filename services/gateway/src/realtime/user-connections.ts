import { EventEmitter } from 'node:events';
import type { UserId } from '@fifteen/domain';
import { CLOSE } from '@fifteen/contract';
import type { PushBody } from '@fifteen/runtime';
import type { PushSubscriptions } from '../clients/push-subscriptions.ts';
import type { Connection } from './connection.ts';

interface Entry {
  readonly connections: Set<Connection>;
  readonly release: () => void;
}

const NO_CONNECTIONS: ReadonlySet<Connection> = new Set();

/** The authenticated connections of this replica by user. Subscribes to the pushes of each connected user. */
export class UserConnections {
  /** Emits each push to a connected user. */
  readonly events = new EventEmitter<{ push: [userId: UserId, body: PushBody] }>();
  readonly #entries = new Map<UserId, Entry>();
  readonly #pushes: PushSubscriptions;

  constructor(pushes: PushSubscriptions) {
    this.#pushes = pushes;
  }

  /** The ids of the users who are connected to this replica. */
  get userIds(): Iterable<UserId> {
    return this.#entries.keys();
  }

  of(userId: UserId): ReadonlySet<Connection> {
    return this.#entries.get(userId)?.connections ?? NO_CONNECTIONS;
  }

  add(connection: Connection): void {
    const { userId } = connection;
    const entry = this.#entries.get(userId) ?? {
      connections: new Set(),
      release: this.#pushes.subscribe('user', userId, (body) => this.events.emit('push', userId, body)),
    };
    this.#entries.set(userId, entry);
    entry.connections.add(connection);
  }

  /** Returns whether it was the user's last connection to this replica. */
  remove(connection: Connection): boolean {
    const entry = this.#entries.get(connection.userId);
    if (!entry?.connections.delete(connection) || entry.connections.size > 0) return false;
    entry.release();
    return this.#entries.delete(connection.userId);
  }

  /** Closes the sockets of a session. */
  signOut(userId: UserId, sessionId: string): void {
    for (const connection of [...this.of(userId)])
      if (connection.caller.sessionId === sessionId) connection.close(CLOSE.unauthenticated, 'signed out');
  }
}

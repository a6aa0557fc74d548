import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBot, type RoomId, type UserId } from '@fifteen/domain';
import { CLOSE } from '@fifteen/contract';
import { type ProcessContext, type Pusher, startJob } from '@fifteen/runtime';
import { type Connection, encode } from '../realtime/connection.ts';
import type { Fanout } from '../realtime/fanout.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { OFFLINE_MS, type PresenceStore, TOUCH_EVERY_MS } from './presence-store.ts';

/** Sockets of one user at one replica; one more closes the one that has been silent longest. */
const SOCKETS_PER_USER = 5;
/** Participants of our rooms whose presence is read at once. */
const READ_AT_ONCE = 500;
/** Milliseconds in which all gateways reach a restarted Redis and renew the leases that it has lost. */
const OTHERS_RENEW_MS = 5_000;
/** The count is sent at most every second, and less often to many users: this many messages per second at most. */
const COUNT_EVERY_MS = 1_000;
const COUNTS_PER_SECOND = 2_000;
/** Users to whom it is sent in one turn of the event loop. */
const SENT_AT_ONCE = 50;

interface Deps {
  connections: UserConnections;
  fanout: Fanout;
  presence: PresenceStore;
  push: Pusher;
  /** Notifies a user's friends; with `since`, that the user is offline since then. */
  notifyFriends: (userId: UserId, since?: Date) => Promise<void>;
}

/** Tracks which users are connected to this replica, and publishes when they come online and go offline. */
export class PresenceTracker {
  readonly #deps: Deps;
  /** Timers of users whose last socket closed. */
  readonly #leaving = new Map<UserId, NodeJS.Timeout>();
  #lastCount: number | undefined;
  #nextCountAt = 0;
  /** When Redis was reached again. */
  #reconnectedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps, { log, lifecycle }: ProcessContext) {
    this.#deps = deps;
    deps.fanout.events.on('entered', ({ userId }) => void deps.presence.touch([{ userId, inRoom: true }]));
    const renewal = startJob('presence', TOUCH_EVERY_MS, log, () => this.#renewLeases());
    deps.presence.onReconnect(() => {
      this.#reconnectedAt = performance.now();
      renewal.wake();
    });
    const jobs = [renewal, startJob('online count', COUNT_EVERY_MS, log, () => this.#sendCount())];
    lifecycle.onStop('presence', async () => {
      for (const timer of this.#leaving.values()) clearTimeout(timer);
      await Promise.all(jobs.map((job) => job.stop()));
    });
  }

  connected(connection: Connection): void {
    if (connection.isAuthenticated) return;
    const { userId } = connection;
    connection.isAuthenticated = true;
    const { connections } = this.#deps;
    connections.add(connection);
    const open = [...connections.of(userId)].filter(({ closing }) => !closing);
    // With 1000, after which clients do not reconnect: six tabs would replace each other for ever. The oldest may be a
    // live one beside those that a phone has lost with its network.
    if (open.length > SOCKETS_PER_USER)
      open.toSorted((a, b) => a.lastReceivedAt - b.lastReceivedAt)[0]?.close(CLOSE.normal, 'too many tabs');
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.delete(userId);
    void this.#publishOnline(userId);
    if (this.#lastCount !== undefined)
      connection.send({ type: 'online_users_update', count: this.#lastCount });
  }

  disconnected(connection: Connection): void {
    const { userId, room } = connection;
    this.#deps.fanout.exit(connection);
    if (!this.#deps.connections.remove(connection)) return;
    const timer = setTimeout(() => {
      this.#leaving.delete(userId);
      void this.#publishOffline(userId, room?.id);
    }, OFFLINE_MS);
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.set(userId, timer.unref());
  }

  /** Publishes that a user is online, to a room whose members may have them as offline. */
  reentered({ userId, room }: Connection): void {
    if (room) this.#publish(room.id, userId);
  }

  async #publishOffline(userId: UserId, roomId: RoomId | undefined): Promise<void> {
    const since = await this.#deps.presence.lastSocketClosed(userId);
    if (!since) return;
    if (roomId) this.#publish(roomId, userId, since);
    await this.#deps.notifyFriends(userId, since);
  }

  async #publishOnline(userId: UserId): Promise<void> {
    if (await this.#deps.presence.connect(userId)) await this.#deps.notifyFriends(userId);
  }

  #publish(roomId: RoomId, userId: UserId, since?: Date): void {
    this.#deps.push.toRoom(roomId, { $case: 'presence', value: { roomId, userId, online: !since, since } });
  }

  /**
   * Renews the leases of connected users, and reconciles missed changes of presence in our rooms. Skips the reconciliation
   * for 5 s after Redis is reached again: other gateways may not have renewed their leases yet, and their users would be
   * recorded as offline.
   */
  async #renewLeases(): Promise<void> {
    await this.#deps.presence.touch(this.#connectedUsers());
    if (performance.now() - this.#reconnectedAt < OTHERS_RENEW_MS) return;
    const rooms = [...this.#deps.fanout.rooms.values()];
    const participants = [
      ...new Set(rooms.flatMap(({ state }) => state.participants.map(({ userId }) => userId))),
    ];
    const offlineSince = new Map<UserId, Date>();
    const players = participants.filter((userId) => !isBot(userId));
    for (let from = 0; from < players.length; from += READ_AT_ONCE) {
      const offline = await this.#deps.presence.offlineSince(players.slice(from, from + READ_AT_ONCE), true);
      if (!offline) return;
      for (const [userId, since] of offline) offlineSince.set(userId, since);
    }
    for (const room of rooms) this.#deps.fanout.setOffline(room, offlineSince);
  }

  *#connectedUsers(): Iterable<{ userId: UserId; inRoom: boolean }> {
    for (const userId of this.#leaving.keys()) yield { userId, inRoom: false };
    for (const userId of this.#deps.connections.userIds) {
      const inRoom = [...this.#deps.connections.of(userId)].some(({ room }) => room !== undefined);
      yield { userId, inRoom };
    }
  }

  async #sendCount(): Promise<void> {
    const users = [...this.#deps.connections.userIds];
    if (users.length === 0 || Date.now() < this.#nextCountAt) return;
    const count = await this.#deps.presence.count();
    if (count === undefined || count === this.#lastCount) return;
    this.#lastCount = count;
    this.#nextCountAt = Date.now() + (users.length / COUNTS_PER_SECOND) * 1_000;
    const message = encode({ type: 'online_users_update', count });
    for (let from = 0; from < users.length; from += SENT_AT_ONCE) {
      for (const userId of users.slice(from, from + SENT_AT_ONCE))
        for (const connection of this.#deps.connections.of(userId)) connection.write(message);
      // Moves do not wait for all.
      await nextTurn();
    }
  }
}

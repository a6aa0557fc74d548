import { BOT_PREFIX, CLOSE } from '@fifteen/contract';
import { startJob, type Pusher, type ProcessContext } from '@fifteen/runtime';
import type { FriendPresenceNotifier } from '../social/friend-presence-notifier.ts';
import type { Fanout } from '../realtime/fanout.ts';
import { OFFLINE_MS, TOUCH_EVERY_MS, type PresenceStore } from './presence-store.ts';
import { encode, type Connection } from '../realtime/connection.ts';

/** Sockets of one user at one gateway; one more closes the oldest. */
const PER_USER = 5;
/** Those of our rooms' people who are not here are looked after in so many at once. */
const LOOK_AT_ONCE = 500;
/** The count goes out at most every second, and seldomer to many: so many messages a second at most. */
const COUNT_EVERY_MS = 1_000;
const COUNTS_PER_SECOND = 2_000;

/** The coming and going of this gateway's users, as others see it. */
export class PresenceTracker {
  readonly #fanout: Fanout;
  readonly #presence: PresenceStore;
  readonly #push: Pusher;
  readonly #friends: FriendPresenceNotifier;
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  #told: number | undefined;
  #quietUntil = 0;

  constructor(
    deps: { fanout: Fanout; presence: PresenceStore; push: Pusher; friendNews: FriendPresenceNotifier },
    context: ProcessContext,
  ) {
    const { fanout, presence, push } = deps;
    this.#fanout = fanout;
    this.#presence = presence;
    this.#push = push;
    this.#friends = deps.friendNews;
    fanout.onEntered = ({ userId }) => void presence.touch([{ userId, inRoom: true }]);
    const loops = [
      startJob('presence', TOUCH_EVERY_MS, context.log, () => this.#makeSure()),
      startJob('online count', COUNT_EVERY_MS, context.log, () => this.#tellCount()),
    ];
    context.lifecycle.onStop('presence', async () => {
      for (const timer of this.#leaving.values()) clearTimeout(timer);
      await Promise.all(loops.map((loop) => loop.stop()));
    });
  }

  connected(connection: Connection): void {
    if (connection.ready) return;
    const { userId } = connection;
    connection.ready = true;
    this.#fanout.add(connection);
    const [oldest, ...others] = [...this.#fanout.connectionsOf(userId)].filter(({ closing }) => !closing);
    // With 1000, so that six tabs do not push each other out for ever.
    if (others.length >= PER_USER) oldest?.close(CLOSE.normal, 'too many tabs');
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.delete(userId);
    void this.#arrived(userId);
    if (this.#told !== undefined) connection.send({ type: 'online_users_update', count: this.#told });
  }

  disconnected(connection: Connection): void {
    const { userId, room } = connection;
    if (!this.#fanout.remove(connection)) return;
    const timer = setTimeout(() => {
      this.#leaving.delete(userId);
      void this.#offline(userId, room?.id);
    }, OFFLINE_MS);
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.set(userId, timer.unref());
  }

  /** Somebody has come into a room again: who was told that they were away is told that they are not. */
  reentered({ userId, room }: Connection): void {
    if (room) this.#tellRoom(room.id, userId);
  }

  async #offline(userId: string, roomId: string | undefined): Promise<void> {
    const since = await this.#presence.lastSocketClosed(userId);
    if (!since) return;
    if (roomId) this.#tellRoom(roomId, userId, since);
    await this.#friends.notify(userId, since);
  }

  async #arrived(userId: string): Promise<void> {
    if (await this.#presence.connect(userId)) await this.#friends.notify(userId);
  }

  #tellRoom(roomId: string, userId: string, since?: Date): void {
    this.#push.toRoom(roomId, { $case: 'presence', value: { roomId, userId, online: !since, since } });
  }

  /** Gives our word for those who are here, and finds out who of their rooms went or came back unheard. */
  async #makeSure(): Promise<void> {
    await this.#presence.touch(this.#present());
    const rooms = [...this.#fanout.rooms.values()];
    const others = [...new Set(rooms.flatMap(({ state }) => state.participants.map(({ userId }) => userId)))];
    const away = new Map<string, Date>();
    const people = others.filter((userId) => !userId.startsWith(BOT_PREFIX));
    for (let from = 0; from < people.length; from += LOOK_AT_ONCE) {
      const some = await this.#presence.offlineSince(people.slice(from, from + LOOK_AT_ONCE), true);
      if (!some) return;
      for (const [userId, since] of some) away.set(userId, since);
    }
    for (const room of rooms) this.#fanout.setOffline(room, away);
  }

  *#present(): Iterable<{ userId: string; inRoom: boolean }> {
    for (const userId of this.#leaving.keys()) yield { userId, inRoom: false };
    for (const userId of this.#fanout.users) {
      const inRoom = [...this.#fanout.connectionsOf(userId)].some(({ room }) => room !== undefined);
      yield { userId, inRoom };
    }
  }

  async #tellCount(): Promise<void> {
    const users = [...this.#fanout.users];
    if (users.length === 0 || Date.now() < this.#quietUntil) return;
    const count = await this.#presence.count();
    if (count === undefined || count === this.#told) return;
    this.#told = count;
    this.#quietUntil = Date.now() + (users.length / COUNTS_PER_SECOND) * 1_000;
    const message = encode({ type: 'online_users_update', count });
    for (const userId of users)
      for (const connection of this.#fanout.connectionsOf(userId)) connection.write(message);
  }
}

import { CLOSE } from '@fifteen/contract';
import { sweep, type Pusher, type ServiceContext } from '@fifteen/runtime';
import type { Hub } from './hub.ts';
import { TOUCH_EVERY_MS, type Presence } from './presence.ts';
import type { Connection } from './socket/connection.ts';

/** Sockets of one user at one gateway; one more closes the oldest. */
const PER_USER = 5;
/** A user is offline when the last socket has been gone for so long. */
const OFFLINE_MS = 10_000;
/** The count goes out at most every second, and seldomer to many: so many messages a second at most. */
const COUNT_EVERY_MS = 1_000;
const COUNTS_PER_SECOND = 2_000;

/** The coming and going of this gateway's users, as others see it. */
export class Online {
  readonly #hub: Hub;
  readonly #presence: Presence;
  readonly #push: Pusher;
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  #told: number | undefined;
  #quietUntil = 0;

  constructor(parts: { hub: Hub; presence: Presence; push: Pusher }, context: ServiceContext) {
    const { hub, presence, push } = parts;
    this.#hub = hub;
    this.#presence = presence;
    this.#push = push;
    const loops = [
      sweep('presence', TOUCH_EVERY_MS, context.log, () => presence.touch(this.#present())),
      sweep('online count', COUNT_EVERY_MS, context.log, () => this.#tellCount()),
    ];
    context.lifecycle.onStop('presence', async () => {
      for (const timer of this.#leaving.values()) clearTimeout(timer);
      await Promise.all(loops.map((loop) => loop.stop()));
    });
  }

  arrive(connection: Connection): void {
    if (connection.ready) return;
    const { userId } = connection;
    connection.ready = true;
    this.#hub.add(connection);
    const [oldest, ...others] = this.#hub.connectionsOf(userId);
    // With 1000, so that six tabs do not push each other out for ever.
    if (others.length >= PER_USER) oldest?.close(CLOSE.normal, 'too many tabs');
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.delete(userId);
    void this.#presence.touch([{ userId, inRoom: false }]);
    if (this.#told !== undefined) connection.tell({ type: 'online_users_update', count: this.#told });
  }

  left(connection: Connection): void {
    const { userId, room } = connection;
    if (!this.#hub.remove(connection)) return;
    const timer = setTimeout(() => {
      this.#leaving.delete(userId);
      void this.#offline(userId, room?.id);
    }, OFFLINE_MS);
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.set(userId, timer.unref());
  }

  /** Somebody has come into a room again: who was told that they were away is told that they are not. */
  back({ userId, room }: Connection): void {
    if (room) this.#tellRoom(room.id, userId, true);
  }

  async #offline(userId: string, roomId: string | undefined): Promise<void> {
    const nowhere = await this.#presence.gone(userId);
    if (nowhere && roomId) this.#tellRoom(roomId, userId, false);
  }

  #tellRoom(roomId: string, userId: string, online: boolean): void {
    this.#push.toRoom(roomId, { $case: 'presence', value: { roomId, userId, online } });
  }

  *#present(): Iterable<{ userId: string; inRoom: boolean }> {
    for (const userId of this.#leaving.keys()) yield { userId, inRoom: false };
    for (const userId of this.#hub.users) {
      const inRoom = [...this.#hub.connectionsOf(userId)].some(({ room }) => room !== undefined);
      yield { userId, inRoom };
    }
  }

  async #tellCount(): Promise<void> {
    const users = [...this.#hub.users];
    if (users.length === 0 || Date.now() < this.#quietUntil) return;
    const count = await this.#presence.count();
    if (count === undefined || count === this.#told) return;
    this.#told = count;
    this.#quietUntil = Date.now() + (users.length / COUNTS_PER_SECOND) * 1_000;
    const json = JSON.stringify({ type: 'online_users_update', count });
    for (const userId of users)
      for (const connection of this.#hub.connectionsOf(userId)) connection.write(json);
  }
}

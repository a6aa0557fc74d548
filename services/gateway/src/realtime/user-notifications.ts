import { EventEmitter } from 'node:events';
import type { UserId } from '@fifteen/domain';
import type { GamePush, MatchPush, RoomPush, SearchBegan, SearchEnded } from '@fifteen/proto/events';
import type { Log, PushBody } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Connection } from './connection.ts';
import { logUpdateFailure } from './log-update-failure.ts';
import type { UserConnections } from './user-connections.ts';
import { formatOf, type UserPushFormats } from './user-push-formats.ts';

/** How many recent pushes are remembered, to recognise repeats: clients repeat within seconds. */
const REMEMBERED_PUSHES = 1_000;

interface UserEvents {
  match: [userId: UserId, match: MatchPush];
  searchBegan: [userId: UserId, began: SearchBegan];
  searchEnded: [userId: UserId, ended: SearchEnded];
  /** A game of the user has started. */
  game: [userId: UserId, game: GamePush];
  /** The user entered a room, by HTTP or on one of their sockets at any replica. */
  room: [userId: UserId, room: RoomPush];
}

interface Deps {
  connections: UserConnections;
  profiles: ProfileCache;
  formats: UserPushFormats;
  log: Log;
}

/** Receives pushes to users: emits those that features act on, and sends the others as messages to the user's sockets. */
export class UserNotifications {
  readonly events = new EventEmitter<UserEvents>();
  readonly #deps: Deps;
  /** Users and ids of pushes that were sent recently. */
  readonly #sent = new LRUCache<string, true>({ max: REMEMBERED_PUSHES });
  /** The last push to each user that waits for profiles. */
  readonly #pending = new Map<UserId, Promise<void>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.connections.events.on('push', (userId, body) => this.receive(userId, body));
  }

  /**
   * Receives a push to a user, or the state that a call returned and that is pushed as well: the first to arrive is sent,
   * because pushes are lost while the broker is unavailable.
   */
  receive(userId: UserId, body: PushBody): void {
    const { connections } = this.#deps;
    switch (body.$case) {
      case 'match':
        this.events.emit('match', userId, body.value);
        break;
      case 'searchBegan':
        this.events.emit('searchBegan', userId, body.value);
        break;
      case 'searchEnded':
        this.events.emit('searchEnded', userId, body.value);
        break;
      case 'game':
        this.events.emit('game', userId, body.value);
        break;
      case 'room':
        this.events.emit('room', userId, body.value);
        break;
      case 'sessionRevoked':
        connections.signOut(userId, body.value.sessionId);
        break;
      default:
        if (this.#isRepeat(userId, body)) return;
        void this.notify(userId, body);
    }
  }

  /**
   * Sends the messages of a push to one connection of the user; without one, to all of them. Pushes to a user stay in
   * order while profiles load. Never throws.
   */
  async notify(userId: UserId, body: PushBody, only?: Connection): Promise<void> {
    const { connections, profiles, formats, log } = this.#deps;
    const format = formatOf(formats, body);
    if (!format) return;
    const sent = Promise.all([this.#pending.get(userId), profiles.load(format.playerIds?.(body.value) ?? [])])
      .then(() => {
        if (this.#pending.get(userId) === sent) this.#pending.delete(userId);
        const messages = format.messages(body.value, userId, profiles.lookup);
        for (const connection of only ? [only] : connections.of(userId))
          for (const message of messages) connection.send(message);
      })
      .catch(logUpdateFailure(log));
    this.#pending.set(userId, sent);
    await sent;
  }

  /** Returns whether the same push was sent to this user recently: its sender repeats it when the response was lost. */
  #isRepeat(userId: UserId, body: PushBody): boolean {
    const id = formatOf(this.#deps.formats, body)?.idOf?.(body.value);
    if (id === undefined) return false;
    const key = `${userId} ${id}`;
    const isRepeat = this.#sent.has(key);
    this.#sent.set(key, true);
    return isRepeat;
  }
}

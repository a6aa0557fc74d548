import type { RoomId, UserId } from '@fifteen/domain';
import { Push } from '@fifteen/proto/events';
import type { Nats } from './nats.ts';
import { traceparent } from './trace.ts';

/** What a push says: its kind (`$case`) and value. */
export type PushBody = NonNullable<Push['body']>;

/**
 * Ephemeral messages to browsers. States that the broker did not get are sent when it is available again; other pushes
 * are lost then. Clients query what they missed.
 */
export interface Pusher {
  /** To every open socket of a user. */
  toUser(userId: UserId, body: PushBody): void;
  /** To the players and spectators of a room. */
  toRoom(roomId: RoomId, body: PushBody): void;
}

/** Subject of a user's or a room's pushes. */
export const pushSubject = (nats: Nats, kind: 'user' | 'room', id: string): string =>
  `${nats.namespace}push.${kind}.${id}`;

/**
 * Which pushes are states that may come late: receivers know the newer of two by its version, query again, or receive
 * what never changes. The others are about a moment, or another replica may have pushed a newer one meanwhile.
 */
const IS_STATE: Readonly<Record<PushBody['$case'], boolean>> = {
  ...{ game: true, room: true, roomEnded: true, balance: true, friendsChanged: true, sessionRevoked: true },
  ...{ match: false, searchBegan: false, searchEnded: false, invitation: false, rematch: false },
  ...{ startFailed: false, countdown: false, chat: false, emoji: false, presence: false, message: false },
  ...{ friendRequest: false, gift: false, reward: false, levelUp: false, achievement: false },
};

/** Publishes on core NATS. Keeps states until the broker has them, and drops other pushes while it is unavailable. */
export function createPusher(nats: Nats): Pusher {
  const unconfirmed = new UnconfirmedStates(nats);
  const publish = (kind: 'user' | 'room', id: string, body: PushBody): void => {
    const isState = IS_STATE[body.$case];
    if (!nats.isConnected && !isState) return;
    const bytes = Push.encode({ traceparent: traceparent(), body }).finish();
    const message = { subject: pushSubject(nats, kind, id), bytes };
    if (isState) unconfirmed.add(keyOf(message.subject, body), message, versionOf(body));
    if (nats.isConnected) nats.connection.publish(message.subject, bytes);
  };
  return {
    toUser: (userId, body) => publish('user', userId, body),
    toRoom: (roomId, body) => publish('room', roomId, body),
  };
}

/** Returns what a push is a state of. Rooms, their games and the sessions of a user follow one another. */
const keyOf = (subject: string, body: PushBody): string => `${subject} ${body.$case} ${idOf(body)}`;

/** Returns the id of what has a state, where a subject has several of its kind. */
function idOf(body: PushBody): string {
  switch (body.$case) {
    case 'game':
      return body.value.game?.id ?? '';
    case 'room':
      return body.value.room?.id ?? '';
    case 'sessionRevoked':
      return body.value.sessionId;
    default:
      return '';
  }
}

/** Returns the version of a state; 0 of one that has none. */
function versionOf(body: PushBody): number {
  switch (body.$case) {
    case 'game':
      return body.value.game?.version ?? 0;
    case 'room':
      return body.value.room?.version ?? 0;
    case 'balance':
      return body.value.version;
    default:
      return 0;
  }
}

/** States that wait for the broker; the oldest is dropped for the next one. Usually each is a kilobyte or less. */
const MAX_UNCONFIRMED = 10_000;
/** Milliseconds after a push until the broker is asked to confirm all pushes so far. */
const CONFIRM_AFTER_MS = 1_000;

interface Message {
  readonly subject: string;
  readonly bytes: Uint8Array;
}

/**
 * The newest states that the broker may not have, because the connection is lost, or because it may be lost without a
 * sign. Publishes them when the connection is back.
 */
class UnconfirmedStates {
  readonly #nats: Nats;
  /** In the order of their pushes. */
  readonly #messages = new Map<string, Message & { version: number }>();
  #confirmation: NodeJS.Timeout | undefined;

  constructor(nats: Nats) {
    this.#nats = nats;
    nats.onReconnect(() => {
      for (const { subject, bytes } of this.#messages.values()) nats.connection.publish(subject, bytes);
      this.#confirmSoon();
    });
  }

  /** Keeps a state, unless a newer one is kept: pushes of concurrent changes may come in any order. */
  add(key: string, message: Message, version: number): void {
    if ((this.#messages.get(key)?.version ?? 0) > version) return;
    this.#messages.delete(key);
    this.#messages.set(key, { ...message, version });
    const [oldest] = this.#messages.size > MAX_UNCONFIRMED ? this.#messages.keys() : [];
    if (oldest !== undefined) this.#messages.delete(oldest);
    this.#confirmSoon();
  }

  #confirmSoon(): void {
    if (this.#confirmation || this.#messages.size === 0 || !this.#nats.isConnected) return;
    this.#confirmation = setTimeout(() => void this.#confirm(), CONFIRM_AFTER_MS).unref();
  }

  /** Forgets the states that were published before the broker's next response. */
  async #confirm(): Promise<void> {
    const published = [...this.#messages];
    // It fails where the connection is lost: the next one gets them.
    const isConfirmed = await this.#nats.connection.flush().then(
      () => true,
      () => false,
    );
    this.#confirmation = undefined;
    if (!isConfirmed) return;
    for (const [key, message] of published)
      if (this.#messages.get(key) === message) this.#messages.delete(key);
    this.#confirmSoon();
  }
}

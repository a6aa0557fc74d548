import type { ServerMessage } from '@fifteen/contract';
import type { GameState } from '@fifteen/proto/game';
import { Role, type RoomState } from '@fifteen/proto/room';
import { encode, type Connection } from './connection.ts';

/** The first look at a room: what was pushed before the subscription stood is caught up with. */
const FIRST_LOOK_MS = 1_000;
/** Those who watch are told so many at a time, so that fifty of them never stand between two players. */
const WATCHERS_AT_ONCE = 10;

type Deliver = (connection: Connection) => unknown;

/** A room that somebody here is in. */
export class OpenRoom {
  readonly id: string;
  readonly members = new Set<Connection>();
  /** The newest state of its newest game. */
  game: GameState | undefined;
  /** Since when those are away of whom the members were told so. */
  readonly offlineSince = new Map<string, Date>();
  /** When to look at its game if nothing is heard before. */
  refreshAt = Date.now() + FIRST_LOOK_MS;
  /** The last chat message on its way to the members: the next waits for it. */
  chat: Promise<void> = Promise.resolve();
  readonly release: () => void;
  #state: RoomState;
  #players: ReadonlySet<string>;
  /** What those who watch are still to be told, in order. */
  #later: { to: Connection; tell: Deliver }[] = [];
  #telling = false;

  constructor(state: RoomState, release: () => void) {
    this.id = state.id;
    this.release = release;
    this.#state = state;
    this.#players = playersOf(state);
  }

  get state(): RoomState {
    return this.#state;
  }

  set state(state: RoomState) {
    this.#state = state;
    this.#players = playersOf(state);
    for (const userId of this.offlineSince.keys())
      if (!state.participants.some((one) => one.userId === userId)) this.offlineSince.delete(userId);
  }

  roleOf(userId: string): Role {
    return this.#state.participants.find((one) => one.userId === userId)?.role ?? Role.UNSPECIFIED;
  }

  /** Tells every member: the players now, those who watch soon and in the order in which it happened. */
  forEachMember(tell: Deliver): void {
    for (const to of [...this.members]) {
      if (this.#players.has(to.userId)) tell(to);
      else this.#later.push({ to, tell });
    }
    if (this.#later.length > 0 && !this.#telling) this.#tellLater();
  }

  /** Says the same to every member. */
  send(...messages: readonly ServerMessage[]): void {
    const frames = messages.map(encode);
    this.forEachMember((connection) => {
      for (const frame of frames) connection.write(frame);
    });
  }

  #tellLater(): void {
    this.#telling = true;
    setImmediate(() => {
      for (const { to, tell } of this.#later.splice(0, WATCHERS_AT_ONCE)) if (this.members.has(to)) tell(to);
      this.#telling = false;
      if (this.#later.length > 0) this.#tellLater();
    });
  }
}

const playersOf = (state: RoomState): ReadonlySet<string> =>
  new Set(state.participants.filter(({ role }) => role === Role.PLAYER).map(({ userId }) => userId));

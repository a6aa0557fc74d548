import type { ServerMessage } from '@fifteen/contract';
import type { UserId, RoomId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import type { Role, RoomState } from '@fifteen/proto/room';
import type { Log } from '@fifteen/runtime';
import { playersOf } from '../translation/room.ts';
import { encode, type Connection, type JoinedRoom } from './connection.ts';
import { logUpdateFailure } from './log-update-failure.ts';

/** Delay of the refresh that finds updates which were pushed before the subscription was active. */
const FIRST_REFRESH_MS = 1_000;
/** Spectators in one batch, so that fifty of them never delay the players. */
const SPECTATORS_AT_ONCE = 10;

type Deliver = (connection: Connection) => unknown;

/** A room with members on this replica. */
export class OpenRoom implements JoinedRoom {
  readonly id: RoomId;
  readonly members = new Set<Connection>();
  /** The newest state of its newest game. */
  game: GameState | undefined;
  /** The participants who are offline, and since when, as far as the members know. */
  readonly offlineSince = new Map<UserId, Date>();
  /**
   * It was loaded again since the subscription, because changes between the first load and the subscription were not
   * pushed, and since a member entered whom the known state lacks.
   */
  isConfirmed = false;
  /** When that is done, as all times here in milliseconds of the monotonic clock. */
  confirmAt = 0;
  /** When its game is looked up, unless an update arrives before. */
  refreshAt = Number.POSITIVE_INFINITY;
  /** When such a lookup last found an update that was not pushed. */
  lossFoundAt = Number.NEGATIVE_INFINITY;
  /** The room's state as its members know it: older than `state` while profiles of participants load. */
  announced: RoomState;
  /** The last game update that waits for the players' profiles. */
  pendingUpdate: Promise<void> | undefined;
  /** The last change of who is offline that waits for the participants' profiles. */
  pendingPresence: Promise<void> | undefined;
  /** All participants will be sent after this turn of the event loop. */
  isParticipantsUpdateDue = false;
  /** The chat message or emoji that is being sent. The next one waits for it. */
  chat: Promise<void> = Promise.resolve();
  readonly release: () => void;
  readonly #log: Log;
  #state: RoomState;
  #players: ReadonlySet<UserId>;
  /** Pending messages to spectators, in order. */
  #pending: { to: Connection; deliver: Deliver }[] = [];
  #isDelivering = false;

  constructor(state: RoomState, release: () => void, log: Log) {
    this.id = state.id;
    this.release = release;
    this.#log = log;
    this.announced = state;
    this.#state = state;
    this.#players = new Set(playersOf(state));
    this.confirmSoon();
  }

  /** Lets the room be loaded again, once what may be on its way has arrived. */
  confirmSoon(): void {
    this.isConfirmed = false;
    this.confirmAt = performance.now() + FIRST_REFRESH_MS;
  }

  get state(): RoomState {
    return this.#state;
  }

  set state(state: RoomState) {
    this.#state = state;
    this.#players = new Set(playersOf(state));
    for (const userId of this.offlineSince.keys())
      if (!state.participants.some((one) => one.userId === userId)) this.offlineSince.delete(userId);
  }

  roleOf(userId: UserId): Role | undefined {
    return this.#state.participants.find((one) => one.userId === userId)?.role;
  }

  /**
   * Calls `deliver` for every member: for players now, for spectators soon and in order. An exception is logged and keeps
   * the message from no other member.
   */
  forEachMember(deliver: Deliver): void {
    for (const to of [...this.members]) {
      if (this.#players.has(to.userId)) this.#deliver(deliver, to);
      else this.#pending.push({ to, deliver });
    }
    if (this.#pending.length > 0 && !this.#isDelivering) this.#deliverPending();
  }

  /** Sends the same messages to every member. */
  send(...messages: readonly ServerMessage[]): void {
    const frames = messages.map(encode);
    this.forEachMember((connection) => {
      for (const frame of frames) connection.write(frame);
    });
  }

  #deliver(deliver: Deliver, to: Connection): void {
    try {
      deliver(to);
    } catch (error) {
      logUpdateFailure(this.#log)(error);
    }
  }

  #deliverPending(): void {
    this.#isDelivering = true;
    setImmediate(() => {
      for (const { to, deliver } of this.#pending.splice(0, SPECTATORS_AT_ONCE))
        if (this.members.has(to)) this.#deliver(deliver, to);
      this.#isDelivering = false;
      if (this.#pending.length > 0) this.#deliverPending();
    });
  }
}

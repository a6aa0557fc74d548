import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RoomId, UserId } from '@fifteen/domain';
import type { ServerMessage } from '@fifteen/contract';
import { GameChange, type PresencePush, type StartFailed } from '@fifteen/proto/events';
import type { GameState } from '@fifteen/proto/game';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import type { Log, PushBody } from '@fifteen/runtime';
import type { PushSubscriptions } from '../clients/push-subscriptions.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import { isOver, isResultExpired, toGame } from '../translation/game.ts';
import { toParticipants, toRoomWithParticipants } from '../translation/room.ts';
import { encode, type Connection } from './connection.ts';
import { GameUpdateDiffer, toMoveMessage, toSeen, type GameUpdate } from './game-update-differ.ts';
import { logUpdateFailure } from './log-update-failure.ts';
import { OpenRoom } from './open-room.ts';
import { nextRefresh } from './refresh-time.ts';
import { roomChangeMessages, toRoomMessage, toStartFailedMessage } from './room-messages.ts';

/** A room as a client that enters it receives it. */
export interface RoomSnapshot {
  room: RoomState;
  /** The game of its newest round. */
  game: GameState | undefined;
  /** The participants who are offline, and since when; undefined while presence is unavailable. */
  offlineSince: ReadonlyMap<UserId, Date> | undefined;
}

const ROOM_CLOSED = 'The room was closed.';

interface Deps {
  pushes: PushSubscriptions;
  profiles: ProfileCache;
  blockGuard: Pick<BlockGuard, 'withoutBlocks'>;
  log: Log;
}

/** The rooms that connections of this replica are in. Sends every change of a room and its game to its members. */
export class Fanout {
  /** Emits each connection that entered a room. */
  readonly events = new EventEmitter<{ entered: [Connection] }>();
  readonly rooms = new Map<RoomId, OpenRoom>();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Subscribes a connection to a room, and to no other. */
  enter(connection: Connection, { room: state, game, offlineSince }: RoomSnapshot): OpenRoom {
    if (connection.room && connection.room.id !== state.id) this.exit(connection);
    const room = this.rooms.get(state.id) ?? this.#open(state);
    this.#inBackground(this.roomChanged(state));
    if (offlineSince) this.setOffline(room, offlineSince);
    if (game && isNewer(game, room.game)) room.game = game;
    room.members.add(connection);
    // The loaded state may be older than the known one, and its user may have left since.
    if (!room.roleOf(connection.userId)) room.confirmSoon();
    // A player who waits for a move may enter after the others.
    room.refreshAt = Math.min(room.refreshAt, nextRefresh(room, true));
    connection.room = room;
    this.events.emit('entered', connection);
    return room;
  }

  /** Unsubscribes a connection from its room. Rounds are counted by room: it has seen no game of the next one. */
  exit(connection: Connection): void {
    const room = connection.room && this.rooms.get(connection.room.id);
    connection.room = undefined;
    connection.seen = undefined;
    connection.endStart();
    if (!room) return;
    room.members.delete(connection);
    if (room.members.size > 0) return;
    this.rooms.delete(room.id);
    room.release();
  }

  /** Sends a game's new state to the members of its room. */
  gameUpdated(update: GameUpdate): void {
    const room = this.rooms.get(update.state.roomId);
    if (!room) return;
    const players = [update.state.xPlayerId, update.state.oPlayerId];
    this.#whenLoaded(room, 'pendingUpdate', players, () => this.#sendUpdate(room, update));
  }

  /**
   * Acknowledges a move to its player and updates the room.
   * @param knownBefore version that the player knew before the move; -1 for none
   */
  moveAccepted(connection: Connection, state: GameState, knownBefore: number): void {
    this.gameUpdated({ state, final: false });
    if (connection.room?.id === state.roomId && knownBefore >= 0 && knownBefore < state.version) return;
    connection.send(toMoveMessage('move', state, this.#deps.profiles.lookup, Date.now()));
  }

  /** Sends a room's new state to its members, and removes those who are no longer participants. */
  async roomChanged(state: RoomState): Promise<void> {
    const { profiles } = this.#deps;
    const room = this.rooms.get(state.id);
    if (!room || state.version <= room.state.version) return;
    room.state = state;
    // The push of the game that it plays may be lost.
    room.refreshAt = Math.min(room.refreshAt, nextRefresh(room, true));
    await profiles.load(state.participants.map(({ userId }) => userId));
    const { announced, offlineSince } = room;
    // A newer state was sent while profiles loaded, and this one with it.
    if (state.version <= announced.version) return;
    // The profiles of a newer one may still be loading.
    room.announced = state;
    room.send(...roomChangeMessages(announced, { state, offlineSince }, profiles.lookup));
    const closed = room.state.status === RoomStatus.CLOSED;
    room.forEachMember((connection) => {
      if (closed) this.removeFromRoom(connection, ROOM_CLOSED);
      else if (!room.roleOf(connection.userId)) this.removeFromRoom(connection);
    });
  }

  /** Removes a connection from a room that was closed, or that its user left elsewhere, with a message for the user. */
  removeFromRoom(connection: Connection, message = 'You are no longer in this room.'): void {
    const { room } = connection;
    if (!room) return;
    const gameId = room.game?.id ?? null;
    connection.send({ type: 'room_ended', gameId, roomId: room.id, message });
    this.exit(connection);
  }

  /** Sends the members of a room each change in who is offline. */
  setOffline(room: OpenRoom, offlineSince: ReadonlyMap<UserId, Date>): void {
    for (const { userId } of room.state.participants)
      this.#setPresence(room, userId, offlineSince.get(userId));
  }

  /** Sends a reconnected client its whole game, and the result if the game ended while it may have been offline. */
  sendSnapshot(connection: Connection, room: OpenRoom, state: GameState): void {
    const now = Date.now();
    const profileOf = this.#deps.profiles.lookup;
    connection.seen = toSeen(state, isResultExpired(state, now));
    const game = toGame(state, profileOf, now);
    connection.send({ type: 'game_reconnection', game, ...toRoomWithParticipants(room, profileOf) });
    new GameUpdateDiffer(room, { state, final: true }, profileOf).sendTo(connection);
  }

  /**
   * Records that a client receives this state with the room that it enters. It gets the result of a game only if it has
   * received that game before.
   */
  recordSeen(connection: Connection, state: GameState): void {
    const { seen } = connection;
    connection.seen = toSeen(state, isOver(state) && (seen?.gameId !== state.id || seen.over));
  }

  #open(state: RoomState): OpenRoom {
    const release = this.#deps.pushes.subscribe('room', state.id, (body) => this.#receive(state.id, body));
    const room = new OpenRoom(state, release, this.#deps.log);
    this.rooms.set(state.id, room);
    return room;
  }

  #sendUpdate(room: OpenRoom, update: GameUpdate): void {
    const { state, final } = update;
    // To a member who has seen no state of this game, a late one would be the start of a game that may be over.
    if (state.id === room.game?.id && state.version < room.game.version) return;
    if (isNewer(state, room.game)) room.game = state;
    if (state.id === room.game?.id) room.refreshAt = nextRefresh(room, final);
    const differ = new GameUpdateDiffer(room, update, this.#deps.profiles.lookup);
    room.forEachMember((connection) => differ.sendTo(connection));
  }

  #receive(roomId: RoomId, body: PushBody): void {
    const room = this.rooms.get(roomId);
    if (!room) return;
    if (body.$case === 'game') {
      const { game: state, change } = body.value;
      if (state) this.gameUpdated({ state, final: change === GameChange.ENDED });
    } else if (body.$case === 'room' && body.value.room) {
      this.#inBackground(this.roomChanged(body.value.room));
    } else if (body.$case === 'presence') {
      const { userId, online, since }: PresencePush = body.value;
      this.#setPresence(room, userId, online ? undefined : (since ?? new Date()));
    } else if (body.$case === 'startFailed') {
      this.#sendStartFailed(room, body.value);
    } else if (body.$case === 'roomEnded') {
      room.forEachMember((connection) => this.removeFromRoom(connection, ROOM_CLOSED));
    } else {
      const { profiles } = this.#deps;
      const toMessage = () => toRoomMessage(body, profiles.lookup);
      if (body.$case === 'chat') {
        const { userId } = body.value;
        this.#sendFrom(userId, room, profiles.load([userId]).then(toMessage));
      } else if (body.$case === 'emoji') {
        const { senderId } = body.value;
        // The players of a game may send emojis for a while after its end, and have left its room by then.
        if (room.roleOf(senderId)) this.#sendFrom(senderId, room, toMessage());
      } else {
        const message = toMessage();
        if (message) room.send(message);
      }
    }
  }

  /** Sends what a player says to a room's members, except those with a block between them and the player; in order. */
  #sendFrom(
    senderId: UserId,
    room: OpenRoom,
    message: ServerMessage | undefined | Promise<ServerMessage | undefined>,
  ): void {
    const others = [...room.members].map(({ userId }) => userId).filter((userId) => userId !== senderId);
    const withoutBlocks = this.#deps.blockGuard.withoutBlocks(senderId, [...new Set(others)]);
    room.chat = Promise.all([withoutBlocks, message, room.chat])
      .then(([receivers, outgoing]) => {
        if (!outgoing) return;
        const frame = encode(outgoing);
        receivers.add(senderId);
        room.forEachMember((connection) => receivers.has(connection.userId) && connection.write(frame));
      })
      .catch(logUpdateFailure(this.#deps.log));
  }

  /**
   * Sends the failed start of a game to its players, except those whose leaving is the reason. The owner, who requested a
   * game that is no rematch, has the error already, unless the game was started and is called off.
   */
  #sendStartFailed(room: OpenRoom, failed: StartFailed): void {
    const { bet, ownerId, status } = room.state;
    for (const connection of room.members) {
      const { userId } = connection;
      const isRequester = !failed.gameId && userId === ownerId && status !== RoomStatus.PLAYING;
      const hasLeft = failed.leaverIds.includes(userId);
      if (room.roleOf(userId) === Role.PLAYER && !isRequester && !hasLeft)
        connection.send(toStartFailedMessage(failed, userId, bet));
    }
  }

  #setPresence(room: OpenRoom, userId: UserId, since: Date | undefined): void {
    if (room.offlineSince.has(userId) === (since !== undefined)) return;
    if (!room.roleOf(userId)) return;
    if (since) room.offlineSince.set(userId, since);
    else room.offlineSince.delete(userId);
    const participants = room.state.participants.map((one) => one.userId);
    this.#whenLoaded(room, 'pendingPresence', participants, () => this.#sendPresence(room, userId, !since));
  }

  /** Sends who went offline or is back, and all participants after this turn: a room may lose many at once. */
  #sendPresence(room: OpenRoom, userId: UserId, isOnline: boolean): void {
    const { id: roomId, offlineSince } = room;
    const changed = { participants: room.state.participants.filter((one) => one.userId === userId) };
    if (!isOnline) room.send({ type: 'user_offline', userId });
    else
      for (const participant of toParticipants(changed, this.#deps.profiles.lookup, offlineSince))
        room.send({ type: 'room_participant_joined', roomId, participant });
    this.#inBackground(this.#sendParticipantsSoon(room));
  }

  /** Sends all participants after this turn of the event loop, once for all who have changed in it. */
  async #sendParticipantsSoon(room: OpenRoom): Promise<void> {
    if (room.isParticipantsUpdateDue) return;
    room.isParticipantsUpdateDue = true;
    await nextTurn();
    room.isParticipantsUpdateDue = false;
    const { id: roomId, announced, offlineSince } = room;
    // Newcomers are announced first, when their profiles are loaded.
    const participants = toParticipants(announced, this.#deps.profiles.lookup, offlineSince);
    room.send({ type: 'room_participants_updated', roomId, participants });
  }

  /** Calls `send` when the profiles of these users are loaded: at once, or after what waits in the same order. */
  #whenLoaded(
    room: OpenRoom,
    order: 'pendingUpdate' | 'pendingPresence',
    userIds: readonly UserId[],
    send: () => void,
  ): void {
    const { profiles, log } = this.#deps;
    if (!room[order] && userIds.every((id) => profiles.peek(id))) {
      send();
      return;
    }
    // Another request may load the missing profile first: the next message must not overtake this one.
    const sent = Promise.all([room[order], profiles.load(userIds)])
      .then(() => {
        if (room[order] === sent) room[order] = undefined;
        send();
      })
      .catch(logUpdateFailure(log));
    room[order] = sent;
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch(logUpdateFailure(this.#deps.log));
  }
}

/** Returns whether a state is newer than the one that a room has. */
const isNewer = (state: GameState, than: GameState | undefined): boolean =>
  !than || (state.id === than.id ? state.version >= than.version : state.round > than.round);

import { LRUCache } from 'lru-cache';
import { CLOSE, type ServerMessageOf } from '@fifteen/contract';
import { GameChange, type PresencePush, type StartFailed } from '@fifteen/proto/events';
import type { GameState } from '@fifteen/proto/game';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import type { Log, PushBody } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import { OpenRoom } from './open-room.ts';
import { playersIn, toUserMessages } from './user-messages.ts';
import type { PushSubscriptions } from '../clients/push-subscriptions.ts';
import { roomChangeMessages, toRoomMessage, toStartFailedMessage } from './room-messages.ts';
import { encode, type Connection } from './connection.ts';
import {
  toMoveMessage,
  toSeen,
  GameUpdateDiffer,
  toRoomWithParticipants,
  type GameUpdate,
} from './game-update-differ.ts';
import { toGame, isActive, isOver } from '../translation/game.ts';

/** A game changes at least once in a turn and its grace; who hears nothing for longer has missed something. */
const QUIET_MS = 35_000;
/** The end of a game is pushed when its stakes are paid (500 ms at most); later it is looked up. */
const END_LOOK_MS = 1_500;
/** Who comes back within this time after a game's end is told how it ended. */
const RESULT_MS = 120_000;
/** Gifts that are known again. */
const GIFTS = 10_000;

interface Present {
  readonly connections: Set<Connection>;
  readonly release: () => void;
}

/** A room as somebody finds it who comes in. */
export interface RoomSnapshot {
  room: RoomState;
  /** Of its newest round. */
  game: GameState | undefined;
  /** Those in it who are away, and since when; undefined when that is not known now. */
  offlineSince: ReadonlyMap<string, Date> | undefined;
}

/** Who is connected here and in which room, and what each is told. */
export class Fanout {
  readonly rooms = new Map<string, OpenRoom>();
  readonly #users = new Map<string, Present>();
  readonly #pushes: PushSubscriptions;
  readonly #profiles: ProfileCache;
  readonly #blockGuard: Pick<BlockGuard, 'withoutBlocks'>;
  readonly #log: Log;
  /** Gifts that were told lately. */
  readonly #gifts = new LRUCache<string, true>({ max: GIFTS });
  /** Told when a user's search has ended, with or without a match. */
  onSearchEnded: (userId: string, why?: { bet: number; code: string }) => void = () => undefined;
  /** Told when a user has entered a room elsewhere, of each connection here that is not in it. */
  onElsewhere: (connection: Connection) => Promise<void> = () => Promise.resolve();
  /** Told when a connection has entered a room. */
  onEntered: (connection: Connection) => void = () => undefined;

  constructor(deps: {
    pushes: PushSubscriptions;
    profiles: ProfileCache;
    blockGuard: Pick<BlockGuard, 'withoutBlocks'>;
    log: Log;
  }) {
    this.#pushes = deps.pushes;
    this.#profiles = deps.profiles;
    this.#blockGuard = deps.blockGuard;
    this.#log = deps.log;
  }

  /** The users who are connected here. */
  get users(): Iterable<string> {
    return this.#users.keys();
  }

  connectionsOf(userId: string): ReadonlySet<Connection> {
    return this.#users.get(userId)?.connections ?? nobody;
  }

  add(connection: Connection): void {
    const { userId } = connection;
    const present = this.#users.get(userId) ?? {
      connections: new Set(),
      release: this.#pushes.subscribe('user', userId, (body) => this.#toUser(userId, body)),
    };
    this.#users.set(userId, present);
    present.connections.add(connection);
  }

  /** Answers whether it was the user's last here. */
  remove(connection: Connection): boolean {
    this.exit(connection);
    const present = this.#users.get(connection.userId);
    if (!present?.connections.delete(connection) || present.connections.size > 0) return false;
    present.release();
    return this.#users.delete(connection.userId);
  }

  /** From now on the connection gets the news of this room, and of no other. */
  enter(connection: Connection, { room: state, game, offlineSince }: RoomSnapshot): OpenRoom {
    if (connection.room && connection.room.id !== state.id) this.exit(connection);
    const room = this.rooms.get(state.id) ?? this.#open(state);
    this.#later(this.roomChanged(state));
    if (offlineSince) this.setOffline(room, offlineSince);
    if (game && isNewer(game, room.game)) room.game = game;
    room.members.add(connection);
    connection.room = room;
    this.onEntered(connection);
    return room;
  }

  exit(connection: Connection): void {
    const { room } = connection;
    if (!room) return;
    connection.room = undefined;
    room.members.delete(connection);
    if (room.members.size > 0 || this.rooms.get(room.id) !== room) return;
    this.rooms.delete(room.id);
    room.release();
  }

  /**
   * A match was made: its players' connections enter its room, and receive its game once. A computer opponent is announced
   * first: then the game follows by another push.
   */
  async match(userId: string, state: RoomState, game?: GameState): Promise<void> {
    this.onSearchEnded(userId);
    await this.#profiles.load(state.participants.map((participant) => participant.userId));
    const profileOf = this.#profiles.lookup;
    const other = state.participants.find((one) => one.userId !== userId && one.role === Role.PLAYER);
    for (const connection of this.connectionsOf(userId)) {
      if (game && connection.seen?.gameId === game.id) continue;
      const room = this.enter(connection, { room: state, game, offlineSince: undefined });
      if (connection.matchedRoomId !== state.id) {
        connection.matchedRoomId = state.id;
        const opponent = profileOf(other?.userId ?? '');
        const found = { ...toRoomWithParticipants({ state }, profileOf), opponent, betAmount: state.bet };
        connection.send({ type: 'match_found', ...found });
        connection.send({ type: 'matchmaking_success', ...found });
      }
      if (game)
        new GameUpdateDiffer(room, { state: room.game ?? game, final: false }, profileOf).sendTo(connection);
    }
  }

  /** News of a game, for everybody here who is in its room. */
  gameUpdated(news: GameUpdate): void {
    const room = this.rooms.get(news.state.roomId);
    if (!room) return;
    const { xPlayerId, oPlayerId } = news.state;
    if (this.#profiles.peek(xPlayerId) && this.#profiles.peek(oPlayerId)) this.#tell(room, news);
    else void this.#profiles.load([xPlayerId, oPlayerId]).then(() => this.#tell(room, news));
  }

  /** Answers a move to whoever made it, and tells the room. */
  moveAccepted(connection: Connection, state: GameState, knownBefore: number): void {
    this.gameUpdated({ state, final: false });
    if (connection.room?.id === state.roomId && knownBefore >= 0 && knownBefore < state.version) return;
    connection.send(toMoveMessage('move', state, this.#profiles.lookup, Date.now()));
  }

  /** A room as it is now, for everybody here who is in it. */
  async roomChanged(state: RoomState): Promise<void> {
    const room = this.rooms.get(state.id);
    if (!room || state.version <= room.state.version) return;
    const before = room.state;
    room.state = state;
    await this.#profiles.load(state.participants.map(({ userId }) => userId));
    room.send(...roomChangeMessages(before, room, this.#profiles.lookup));
    const closed = state.status === RoomStatus.CLOSED;
    room.forEachMember((connection) => {
      if (closed || room.roleOf(connection.userId) === Role.UNSPECIFIED) this.removeFromRoom(connection);
    });
  }

  /** The room is no longer a connection's: it was closed, or its user left elsewhere. */
  removeFromRoom(connection: Connection): void {
    const { room } = connection;
    if (!room) return;
    const gameId = room.game?.id ?? null;
    connection.send({ type: 'room_ended', gameId, roomId: room.id, message: 'The room was closed.' });
    connection.seen = undefined;
    this.exit(connection);
  }

  /** Who of a room is away now: tells its members what they have not been told. */
  setOffline(room: OpenRoom, offlineSince: ReadonlyMap<string, Date>): void {
    for (const { userId } of room.state.participants) this.#presence(room, userId, offlineSince.get(userId));
  }

  #open(state: RoomState): OpenRoom {
    const release = this.#pushes.subscribe('room', state.id, (body) => this.#toRoom(state.id, body));
    const room = new OpenRoom(state, release);
    this.rooms.set(state.id, room);
    return room;
  }

  #tell(room: OpenRoom, news: GameUpdate): void {
    const { state, final } = news;
    room.refreshAt = Date.now() + (isOver(state) && !final ? END_LOOK_MS : QUIET_MS);
    if (isNewer(state, room.game)) room.game = state;
    const telling = new GameUpdateDiffer(room, news, this.#profiles.lookup);
    room.forEachMember((connection) => telling.sendTo(connection));
    if (isOver(state) && final) room.refreshAt = Number.POSITIVE_INFINITY;
  }

  #toRoom(roomId: string, body: PushBody): void {
    const room = this.rooms.get(roomId);
    if (!room) return;
    if (body.$case === 'game') {
      const { game: state, change } = body.value;
      if (state) this.gameUpdated({ state, final: change === GameChange.ENDED });
    } else if (body.$case === 'room' && body.value.room) {
      this.#later(this.roomChanged(body.value.room));
    } else if (body.$case === 'presence') {
      const { userId, online, since }: PresencePush = body.value;
      this.#presence(room, userId, online ? undefined : (since ?? new Date()));
    } else if (body.$case === 'startFailed') {
      this.#startFailed(room, body.value);
    } else if (body.$case === 'roomEnded') {
      room.forEachMember((connection) => this.removeFromRoom(connection));
    } else {
      const message = toRoomMessage(body, this.#profiles.lookup);
      if (message?.type === 'player_chat') this.#later(this.#chat(room, message));
      else if (message) room.send(message);
    }
  }

  /** Sends a chat message to a room's members, except those with a block between them and its sender; in order. */
  #chat(room: OpenRoom, message: ServerMessageOf<'player_chat'>): Promise<void> {
    const senderId = message.userId;
    const others = [...room.members].map(({ userId }) => userId).filter((userId) => userId !== senderId);
    const open = this.#blockGuard.withoutBlocks(senderId, [...new Set(others)]);
    room.chat = room.chat.then(async () => {
      const receivers = (await open).add(senderId);
      const frame = encode(message);
      room.forEachMember((connection) => receivers.has(connection.userId) && connection.write(frame));
    });
    return room.chat;
  }

  /** Only those who would have played are told that they will not; who asked for the first game has that answer. */
  #startFailed(room: OpenRoom, failed: StartFailed): void {
    const message = toStartFailedMessage(failed, room.state.bet);
    for (const connection of room.members) {
      const asked = !failed.gameId && connection.userId === room.state.ownerId;
      if (room.roleOf(connection.userId) === Role.PLAYER && !asked) connection.send(message);
    }
  }

  #presence(room: OpenRoom, userId: string, since: Date | undefined): void {
    if (room.offlineSince.has(userId) === (since !== undefined)) return;
    if (room.roleOf(userId) === Role.UNSPECIFIED) return;
    if (since) room.offlineSince.set(userId, since);
    else room.offlineSince.delete(userId);
    const { id: roomId } = room;
    const now = toRoomWithParticipants(room, this.#profiles.lookup);
    const participant = now.participants.find((one) => one.userId === userId);
    if (since) room.send({ type: 'user_offline', userId });
    else if (participant) room.send({ type: 'room_participant_joined', roomId, participant });
    room.send({ type: 'room_participants_updated', roomId, ...now });
  }

  #toUser(userId: string, body: PushBody): void {
    if (body.$case === 'match') {
      const { room, game } = body.value;
      if (room && (!game || isActive(game))) this.#later(this.match(userId, room, game));
    } else if (body.$case === 'searchEnded') {
      this.onSearchEnded(userId, body.value);
    } else if (body.$case === 'sessionRevoked') {
      this.signOut(userId, body.value.sessionId);
    } else if (body.$case === 'room') {
      const roomId = body.value.room?.id;
      for (const connection of [...this.connectionsOf(userId)])
        if (connection.room?.id !== roomId) this.#later(this.onElsewhere(connection));
    } else if (body.$case !== 'gift' || !this.#toldOf(body.value.id)) {
      this.#later(this.notify(body, userId));
    }
  }

  /** Whether this gift was told here before: its giver asks again when the answer was lost. */
  #toldOf(giftId: string): boolean {
    const told = this.#gifts.has(giftId);
    this.#gifts.set(giftId, true);
    return told;
  }

  /** Tells a user's connections of something that concerns nobody else; without any named, all of them. */
  async notify(body: PushBody, userId: string, only?: Connection): Promise<void> {
    await this.#profiles.load(playersIn(body));
    const messages = toUserMessages(body, userId, this.#profiles.lookup);
    for (const connection of only ? [only] : this.connectionsOf(userId))
      for (const message of messages) connection.send(message);
  }

  /** Closes the sockets of a session, or of all sessions of a user. */
  signOut(userId: string, sessionId = ''): void {
    for (const connection of [...this.connectionsOf(userId)]) {
      if (sessionId && connection.caller.sessionId !== sessionId) continue;
      connection.close(CLOSE.unauthenticated, 'signed out');
    }
  }

  #later(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#log.error({ err: error }, 'news were lost'));
  }

  /**
   * Tells a connection that has just come back the whole of its game, and how it ended when that was while it may have
   * been away.
   */
  sendSnapshot(connection: Connection, room: OpenRoom, state: GameState): void {
    const now = Date.now();
    const profileOf = this.#profiles.lookup;
    this.markSeen(connection, state, now);
    connection.send({
      type: 'game_reconnection',
      game: toGame(state, profileOf, now),
      ...toRoomWithParticipants(room, profileOf),
    });
    new GameUpdateDiffer(room, { state, final: true }, profileOf).sendTo(connection);
  }

  /** The connection is told this state now in another way; an end of long ago it need not hear of at all. */
  markSeen(connection: Connection, state: GameState, now = Date.now()): void {
    const endTold = isOver(state) && now - (state.finishedAt?.getTime() ?? 0) > RESULT_MS;
    connection.seen = toSeen(state, endTold);
  }
}

const nobody: ReadonlySet<Connection> = new Set();

/** Whether this is what a room should take for its game now. */
const isNewer = (state: GameState, than: GameState | undefined): boolean =>
  !than || (state.id === than.id ? state.version >= than.version : state.round > than.round);

import { CLOSE, type ServerMessage } from '@fifteen/contract';
import { GameChange, type ChatPush, type GamePush, type PresencePush } from '@fifteen/proto/events';
import type { GameState } from '@fifteen/proto/game';
import { RoomStatus, type RoomState } from '@fifteen/proto/room';
import type { Log, PushBody } from '@fifteen/runtime';
import type { Cards } from './cards.ts';
import type { Pushes } from './pushes.ts';
import type { Connection } from './socket/connection.ts';
import { moveMessage, seenOf, Telling, wholeRoom, type News } from './telling.ts';
import { gameOf, isActive, isOver, participantsOf, sideOf } from './translate.ts';

/** A game changes at least once in a turn and its grace; who hears nothing for longer has missed something. */
const QUIET_MS = 35_000;
/** The first look at a room: what was pushed before the subscription stood is caught up with. */
const FIRST_LOOK_MS = 1_000;
/** The end of a game is pushed when its stakes are paid (500 ms at most); later it is looked up. */
const END_LOOK_MS = 1_500;
/** Who comes back within this time after a game's end is told how it ended. */
const RESULT_MS = 120_000;

/** A room that somebody here is in. */
export interface OpenRoom {
  readonly id: string;
  readonly members: Set<Connection>;
  state: RoomState;
  /** The newest state of its newest game. */
  game: GameState | undefined;
  /** Those of whom the members were told that they are away. */
  readonly away: Set<string>;
  /** When to look at its game if nothing is heard before. */
  lookAt: number;
  readonly release: () => void;
}

interface Present {
  readonly connections: Set<Connection>;
  readonly release: () => void;
}

/** Who is connected here and in which room, and what each is told. */
export class Hub {
  readonly rooms = new Map<string, OpenRoom>();
  readonly #users = new Map<string, Present>();
  readonly #pushes: Pushes;
  readonly #cards: Cards;
  readonly #log: Log;
  /** Told when a user's search has ended, with or without a match. */
  onSearchEnded: (userId: string, why?: { bet: number; code: string }) => void = () => undefined;

  constructor(parts: { pushes: Pushes; cards: Cards; log: Log }) {
    this.#pushes = parts.pushes;
    this.#cards = parts.cards;
    this.#log = parts.log;
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
      release: this.#pushes.listen('user', userId, (body) => this.#toUser(userId, body)),
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
  enter(connection: Connection, state: RoomState, game: GameState | undefined): OpenRoom {
    if (connection.room && connection.room.id !== state.id) this.exit(connection);
    const room = this.rooms.get(state.id) ?? this.#open(state);
    this.#later(this.roomChanged(state));
    if (game && isNewer(game, room.game)) room.game = game;
    room.members.add(connection);
    connection.room = room;
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

  /** A match was made: its players' connections enter its room and hear of its game, once. */
  async match(userId: string, state: RoomState, game: GameState): Promise<void> {
    this.onSearchEnded(userId);
    await this.#cards.load(state.participants.map((participant) => participant.userId));
    const show = this.#cards.shown;
    const opponent = show(game.xPlayerId === userId ? game.oPlayerId : game.xPlayerId);
    for (const connection of this.connectionsOf(userId)) {
      if (connection.seen?.gameId === game.id) continue;
      const room = this.enter(connection, state, game);
      const found = { ...wholeRoom({ state }, show), opponent, betAmount: state.bet };
      connection.tell({ type: 'match_found', ...found });
      connection.tell({ type: 'matchmaking_success', ...found });
      new Telling(room, { state: room.game ?? game, final: false }, show).to(connection);
    }
  }

  /** News of a game, for everybody here who is in its room. */
  news(news: News): void {
    const room = this.rooms.get(news.state.roomId);
    if (!room) return;
    const { xPlayerId, oPlayerId } = news.state;
    if (this.#cards.peek(xPlayerId) && this.#cards.peek(oPlayerId)) this.#tell(room, news);
    else void this.#cards.load([xPlayerId, oPlayerId]).then(() => this.#tell(room, news));
  }

  /** Answers a move to whoever made it, and tells the room. */
  moved(connection: Connection, state: GameState, knownBefore: number): void {
    this.news({ state, final: false });
    if (connection.room?.id === state.roomId && knownBefore < state.version) return;
    connection.tell(moveMessage('move', state, this.#cards.shown, Date.now()));
  }

  /** A room as it is now, for everybody here who is in it. */
  async roomChanged(state: RoomState): Promise<void> {
    const room = this.rooms.get(state.id);
    if (!room || state.version <= room.state.version) return;
    const before = room.state;
    room.state = state;
    await this.#cards.load(state.participants.map(({ userId }) => userId));
    const there = new Set(state.participants.map(({ userId }) => userId));
    const participants = participantsOf(state, this.#cards.shown);
    const messages: ServerMessage[] = [
      ...before.participants
        .filter(({ userId }) => !there.has(userId))
        .map(({ userId }) => ({ type: 'user_left_room', roomId: state.id, userId }) as const),
      ...participants
        .filter(({ userId }) => !before.participants.some((one) => one.userId === userId))
        .map((participant) => ({ type: 'room_participant_joined', roomId: state.id, participant }) as const),
    ];
    if (messages.length > 0)
      messages.push({ type: 'room_participants_updated', roomId: state.id, participants });
    for (const connection of [...room.members]) {
      for (const message of messages) connection.tell(message);
      if (state.status === RoomStatus.CLOSED || !there.has(connection.userId)) this.putOut(connection);
    }
  }

  /** The room is no longer a connection's: it was closed, or its user left elsewhere. */
  putOut(connection: Connection): void {
    const { room } = connection;
    if (!room) return;
    const gameId = room.game?.id ?? null;
    connection.tell({ type: 'room_ended', gameId, roomId: room.id, message: 'The room was closed.' });
    connection.seen = undefined;
    this.exit(connection);
  }

  #open(state: RoomState): OpenRoom {
    const release = this.#pushes.listen('room', state.id, (body) => this.#toRoom(state.id, body));
    const lookAt = Date.now() + FIRST_LOOK_MS;
    const [members, away] = [new Set<Connection>(), new Set<string>()];
    const room: OpenRoom = { id: state.id, members, away, state, game: undefined, lookAt, release };
    this.rooms.set(state.id, room);
    return room;
  }

  #tell(room: OpenRoom, news: News): void {
    const { state, final } = news;
    room.lookAt = Date.now() + (isOver(state) && !final ? END_LOOK_MS : QUIET_MS);
    if (isNewer(state, room.game)) room.game = state;
    const telling = new Telling(room, news, this.#cards.shown);
    for (const connection of room.members) telling.to(connection);
    if (isOver(state) && final) room.lookAt = Number.POSITIVE_INFINITY;
  }

  #toRoom(roomId: string, body: PushBody): void {
    if (body.$case === 'game') this.#gamePushed(body.value);
    else if (body.$case === 'room' && body.value.room) this.#later(this.roomChanged(body.value.room));
    else if (body.$case === 'chat') this.#chat(roomId, body.value);
    else if (body.$case === 'presence') this.#presence(roomId, body.value);
  }

  #gamePushed({ game, change }: GamePush): void {
    if (game) this.news({ state: game, final: change === GameChange.ENDED });
  }

  #chat(roomId: string, { gameId, userId, seat, text }: ChatPush): void {
    const playerSymbol = sideOf(seat);
    const room = this.rooms.get(roomId);
    if (!room || !playerSymbol) return;
    const playerInfo = this.#cards.show(userId);
    const said = { roomId, gameId: gameId || null, userId, playerSymbol, messageText: text, playerInfo };
    for (const connection of room.members) connection.tell({ type: 'player_chat', ...said });
  }

  #presence(roomId: string, { userId, online }: PresencePush): void {
    const room = this.rooms.get(roomId);
    const participant =
      room && participantsOf(room.state, this.#cards.shown).find((one) => one.userId === userId);
    if (!participant) return;
    if (online ? !room.away.delete(userId) : room.away.has(userId)) return;
    if (!online) room.away.add(userId);
    for (const connection of room.members) {
      if (online) connection.tell({ type: 'room_participant_joined', roomId, participant });
      else connection.tell({ type: 'user_offline', userId });
    }
  }

  #toUser(userId: string, body: PushBody): void {
    if (body.$case === 'match') {
      const { room, game } = body.value;
      if (room && game && isActive(game)) this.#later(this.match(userId, room, game));
    } else if (body.$case === 'searchEnded') {
      this.onSearchEnded(userId, body.value);
    } else if (body.$case === 'sessionRevoked') {
      this.signOut(userId, body.value.sessionId);
    }
  }

  /** Closes the sockets of a session, or of all sessions of a user. */
  signOut(userId: string, sessionId = ''): void {
    for (const connection of [...this.connectionsOf(userId)]) {
      if (sessionId && connection.who.sessionId !== sessionId) continue;
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
  returned(connection: Connection, room: OpenRoom, state: GameState): void {
    const now = Date.now();
    const show = this.#cards.shown;
    const endTold = isOver(state) && now - (state.finishedAt?.getTime() ?? 0) > RESULT_MS;
    connection.seen = seenOf(state, endTold);
    connection.tell({ type: 'game_reconnection', game: gameOf(state, show, now), ...wholeRoom(room, show) });
    new Telling(room, { state, final: true }, show).to(connection);
  }
}

const nobody: ReadonlySet<Connection> = new Set();

/** Whether this is what a room should take for its game now. */
const isNewer = (state: GameState, than: GameState | undefined): boolean =>
  !than || (state.id === than.id ? state.version >= than.version : state.round > than.round);

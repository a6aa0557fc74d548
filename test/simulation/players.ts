import {
  fromMoves,
  legalMoves,
  chooseMove,
  toUserId,
  type GameId,
  type RoomId,
  type UserId,
} from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition, Status, type GameState } from '@fifteen/proto/game';
import {
  RequestStatus,
  Role,
  RoomServiceDefinition,
  type Rematch,
  type RoomState,
} from '@fifteen/proto/room';
import { isAppError, type Calls, type PushBody } from '@fifteen/runtime';
import { notSent, repeat, type Attempts } from './attempts.ts';
import { clock, wait } from './clock.ts';
import { Process } from './process.ts';
import { Search, SEARCHED_BETS, type SearchRecord } from './search.ts';
import type { World } from './world.ts';

/** The players of a run, and their coins: two can pay a small bet once, and lose or give away what it takes. */
const COINS = { ann: 200_000, bob: 60_000, cat: 8_000, dan: 6_000 };

/** Returns the players of a run, with the coins they begin with. */
export const playersOf = (run: number): ReadonlyMap<UserId, number> =>
  new Map(Object.entries(COINS).map(([name, coins]) => [toUserId(`${name}${run}`), coins]));

/** How often a player without a room searches for an opponent. */
const SEARCH_RATE = 0.3;
/** Friendly, small, large. */
const BETS = [0, 5_000, 5_000, 50_000] as const;

/** A move as its player sent it, and the number that it has in the game if it was accepted. */
interface ChosenMove extends Attempts {
  gameId: GameId;
  userId: UserId;
  position: number;
  /** The number for which the player chose it; undefined where the request names none. */
  ply: number | undefined;
  acceptedPly?: number;
}

/** A gift as its sender sent it. */
interface SentGift extends Attempts {
  key: string;
  senderId: UserId;
  recipientId: UserId;
  amount: number;
}

/** What the players did, by which the result of a run is judged. */
export interface Record {
  /** What a user agreed to in a room: each consent is for one game. */
  consents: Map<string, Set<string>>;
  /** Users who left a room on purpose. */
  left: Set<string>;
  moves: ChosenMove[];
  /** Games that a player saw start, and games whose end a player saw. */
  started: Set<GameId>;
  ended: Map<GameId, GameState>;
  gifts: SentGift[];
  searches: SearchRecord[];
  /** Rooms that players look for. */
  rooms: Pick<RoomState, 'id' | 'code'>[];
}

export const createRecord = (): Record => ({
  ...{
    consents: new Map(),
    left: new Set(),
    moves: [],
    started: new Set(),
    ended: new Map(),
    gifts: [],
    searches: [],
    rooms: [],
  },
});

export const keyOf = (userId: string, roomId: string): string => `${userId} in ${roomId}`;

/** A player at a browser: acts on what was pushed, queries when something failed, and repeats what was not answered. */
export class Player {
  readonly #id: UserId;
  readonly #world: World;
  readonly #record: Record;
  readonly #rooms: Calls<typeof RoomServiceDefinition>;
  readonly #games: Calls<typeof GameServiceDefinition>;
  readonly #economy: Calls<typeof EconomyServiceDefinition>;
  readonly #search: Search;
  #room: RoomState | undefined;
  #game: GameState | undefined;
  #rematch: Rematch | undefined;
  #isStale = true;
  #requests = 0;

  constructor(id: UserId, world: World, record: Record) {
    this.#id = id;
    this.#world = world;
    this.#record = record;
    const process = new Process('player', 0);
    this.#rooms = world.network.connect(process, 'room', RoomServiceDefinition);
    this.#games = world.network.connect(process, 'game', GameServiceDefinition);
    this.#economy = world.network.connect(process, 'economy', EconomyServiceDefinition);
    this.#search = new Search(id, process, world, record.searches, {
      show: (room, game) => {
        [this.#room, this.#game, this.#rematch] = [room, undefined, undefined];
        if (game) this.#see(game);
      },
      shown: () => this.#room && { state: this.#room, game: this.#game },
    });
    world.pushListeners.push((kind, target, body) => this.#receive(kind, target, body));
  }

  /** Plays until an instant. */
  async play(until: number): Promise<void> {
    const { faults, noise } = this.#world;
    await wait(noise.between(0, 300));
    while (clock.elapsed < until) {
      try {
        await this.#act();
      } catch (error) {
        if (!isAppError(error)) throw error;
        this.#world.saw(`player got ${error.code}`);
        this.#isStale = true;
      }
      await wait(faults.happens('player away', 0.02) ? noise.between(2_000, 6_000) : noise.between(60, 400));
    }
    await this.#search.end();
  }

  async #act(): Promise<void> {
    if (this.#isStale || this.#world.noise.next() < 0.1) await this.#look();
    if (this.#search.isSearching) return this.#search.goOn();
    if (!this.#room) return this.#enter();
    if (this.#game?.status === Status.ACTIVE) return this.#playOn(this.#game, this.#room);
    return this.#beforeGame(this.#room);
  }

  async #look(): Promise<void> {
    const { room, game } = await this.#rooms.getCurrentRoom({ userId: this.#id });
    const { rematches } = await this.#rooms.listRematches({ userId: this.#id });
    [this.#room, this.#game, this.#rematch] = [room, undefined, rematches[0]];
    if (game) this.#see(game);
    this.#isStale = false;
  }

  async #enter(): Promise<void> {
    const { noise } = this.#world;
    const { rooms } = this.#record;
    if (noise.next() < SEARCH_RATE) return this.#search.begin(noise.pick(SEARCHED_BETS));
    const known = noise.pick(rooms);
    if (known && noise.next() < 0.8) {
      // Full, closed or too expensive, if the player comes back to this.
      if (noise.next() < 0.7) rooms.splice(rooms.indexOf(known), 1);
      const request = { code: known.code, userId: this.#id, role: Role.PLAYER, blockedIds: [] };
      const { room } = await this.#agree(known.id, this.#newId(), () => this.#rooms.joinRoom(request));
      this.#room = room;
    } else {
      const bet = noise.pick(BETS);
      const requestId = this.#newId();
      const request = { ownerId: this.#id, requestId, name: 'Room', maxPlayers: 2, private: false, bet };
      const { room } = await this.#repeat(() => this.#rooms.createRoom(request));
      this.#room = room;
      rooms.push(room);
    }
    this.#game = undefined;
  }

  async #beforeGame(room: RoomState): Promise<void> {
    const { noise } = this.#world;
    const players = room.participants.filter(({ role }) => role === Role.PLAYER);
    const chance = noise.next();
    if (chance < 0.06) return this.#leaveWithoutGame(room);
    if (chance < 0.08) return this.#searchFrom(room);
    const other = players.find(({ userId }) => userId !== this.#id);
    if (room.bet > 0 && other && chance > 0.85) await this.#give(room.bet, other.userId);
    if (players.length < 2) return chance < 0.12 ? this.#leaveWithoutGame(room) : undefined;
    const rematch = this.#rematch;
    if (rematch?.requestedId === this.#id) {
      const accept = noise.next() < 0.8;
      this.#rematch = undefined;
      const answer = () => this.#rooms.answerRematch({ requestId: rematch.id, userId: this.#id, accept });
      await (accept ? this.#agree(room.id, rematch.id, answer) : this.#repeat(answer));
      return;
    }
    const game = this.#game;
    if (game && other && chance < 0.7) {
      const request = { gameId: game.id, requesterId: this.#id, requestedId: other.userId };
      await this.#agree(room.id, `after ${game.id}`, () => this.#rooms.requestRematch(request));
    } else if (room.ownerId === this.#id) {
      const requestId = this.#newId();
      const request = { roomId: room.id, userId: this.#id, requestId };
      const { game: started } = await this.#agree(room.id, requestId, () => this.#rooms.startGame(request));
      this.#see(started);
    }
  }

  /** Searches for another opponent, which leaves the room. */
  async #searchFrom(room: RoomState): Promise<void> {
    await this.#search.begin(this.#world.noise.pick(SEARCHED_BETS));
    this.#world.saw('search from a room');
    if (this.#room === room) [this.#room, this.#game, this.#rematch] = [undefined, undefined, undefined];
  }

  async #playOn(game: GameState, room: RoomState): Promise<void> {
    const { noise } = this.#world;
    const side = game.xPlayerId === this.#id ? 'X' : game.oPlayerId === this.#id ? 'O' : null;
    if (!side) return this.#leave(room);
    if (noise.next() < 0.02) return this.#leave(room);
    if (side === 'X' ? game.autoX : game.autoO) {
      const { game: state } = await this.#repeat(() =>
        this.#games.takeControl({ gameId: game.id, userId: this.#id }),
      );
      return this.#see(state);
    }
    const board = fromMoves(game.moves);
    const isTurn = (game.moves.length % 2 === 0) === (side === 'X');
    if (!isTurn && noise.next() < 0.9) return;
    const position =
      noise.next() < 0.3 ? noise.pick(legalMoves(board)) : chooseMove(board, 'hard', () => noise.next());
    const ply = noise.next() < 0.7 ? game.moves.length + 1 : undefined;
    const chosen: ChosenMove = { gameId: game.id, userId: this.#id, position, ply, ...notSent() };
    this.#record.moves.push(chosen);
    const request = { gameId: game.id, userId: this.#id, position, ply };
    const { game: state } = await this.#repeat(() => this.#games.move(request), chosen);
    // The response to a repeat may be the state after further moves.
    chosen.acceptedPly = state.moves.indexOf(position) + 1;
    if (chosen.count > 1 && ply && state.moves.length > ply + 1)
      this.#world.saw('move repeated after the server had moved');
    if (chosen.acceptedPly === 0)
      this.#world.defect(`an acknowledged move of ${this.#id} is not in the game`);
    this.#see(state);
  }

  /** Spends coins between the consent to a game and its start. */
  async #give(amount: number, recipientId: UserId): Promise<void> {
    const key = this.#newId();
    const sender = { senderIsGuest: false, senderVerifiedAt: new Date(0), senderResetAt: undefined };
    const gift = { senderId: this.#id, recipientId, amount, message: '', key, ...sender };
    const sent: SentGift = { key, senderId: this.#id, recipientId, amount, ...notSent() };
    this.#record.gifts.push(sent);
    await this.#repeat(() => this.#economy.sendGift(gift), sent);
  }

  /** Leaves a room in which the player sees no game. One may have begun: browsers forbid to lose it, older clients do not. */
  async #leaveWithoutGame(room: RoomState): Promise<void> {
    if (this.#world.noise.next() < 0.2) return this.#leave(room);
    try {
      const request = { roomId: room.id, userId: this.#id, unlessPlaying: true };
      await this.#repeat(() => this.#rooms.leaveRoom(request));
    } catch (error) {
      if (isAppError(error, 'ALREADY_IN_GAME')) this.#world.saw('leave rejected because of a game');
      throw error;
    }
    [this.#room, this.#game, this.#rematch] = [undefined, undefined, undefined];
  }

  async #leave(room: RoomState): Promise<void> {
    this.#record.left.add(keyOf(this.#id, room.id));
    await this.#repeat(() => this.#rooms.leaveRoom({ roomId: room.id, userId: this.#id }));
    [this.#room, this.#game, this.#rematch] = [undefined, undefined, undefined];
  }

  #newId(): string {
    return `${this.#id}-${(this.#requests += 1)}`;
  }

  #repeat<T>(call: () => Promise<T>, attempts?: Attempts): Promise<T> {
    return repeat(this.#world, call, attempts);
  }

  /**
   * Agrees to a game of a room by a call. One that is rejected agrees to none, unless an attempt before it may have, or a
   * copy of the request: then the request exists already.
   * @param what the same for calls that agree to the same game
   */
  async #agree<T>(roomId: RoomId, what: string, call: () => Promise<T>): Promise<T> {
    const key = keyOf(this.#id, roomId);
    const consents = this.#record.consents.get(key) ?? new Set();
    this.#record.consents.set(key, consents);
    const isNew = !consents.has(what);
    const attempts = notSent();
    const { happened } = this.#world.faults;
    const before = happened.length;
    // Counted before the call, as its response may be lost.
    consents.add(what);
    try {
      return await this.#repeat(call, attempts);
    } catch (error) {
      const isCopied = happened.slice(before).some(({ name }) => name === 'duplicate request');
      const isRejected = attempts.outcome === 'rejected' && attempts.count === 1 && !isCopied;
      if (isNew && isRejected && !isAppError(error, 'PLAY_AGAIN_EXISTS')) consents.delete(what);
      throw error;
    }
  }

  #receive(kind: 'user' | 'room', target: string, body: PushBody): void {
    if (kind === 'user' ? target !== this.#id : target !== this.#room?.id) return;
    this.#search.receive(body);
    switch (body.$case) {
      case 'game':
        if (body.value.game) this.#see(body.value.game);
        break;
      case 'room':
        if (body.value.room && body.value.room.version >= (this.#room?.version ?? 0))
          this.#room = body.value.room;
        break;
      case 'rematch':
        this.#rematch = body.value.status === RequestStatus.PENDING ? body.value : undefined;
        break;
      case 'roomEnded':
      case 'startFailed':
        this.#isStale = true;
    }
  }

  #see(game: GameState): void {
    const { started, ended } = this.#record;
    if (game.status === Status.ACTIVE) started.add(game.id);
    if (game.status === Status.FINISHED || game.status === Status.ABANDONED) ended.set(game.id, game);
    const isOlder = game.id === this.#game?.id && game.version < this.#game.version;
    if (!isOlder && game.roomId === this.#room?.id && game.round >= (this.#game?.round ?? 0))
      this.#game = game;
  }
}

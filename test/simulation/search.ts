import { isBot, toUserId, type QuickMatchBet, type UserId } from '@fifteen/domain';
import { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import { RoomServiceDefinition, type RoomState } from '@fifteen/proto/room';
import { Status, type GameState } from '@fifteen/proto/game';
import { createPusher, isAppError, startJob, type Calls, type PushBody } from '@fifteen/runtime';
import { EventEmitter } from 'node:events';
import { Searches } from '../../services/gateway/src/matchmaking/searches.ts';
import { clock, wait } from './clock.ts';
import { createLog } from './log.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** The bets that the players search for. */
export const SEARCHED_BETS = [0, 5_000] as const;
/** Times of a search in milliseconds, shorter than those in production. */
export const SEARCH = { searchMs: 4_000, absentMs: 2_000, botAfterMs: 1_500, leaseMs: 600 };
/** Interval at which the gateway renews searches, shorter than in production. */
const KEEP_ALIVE_MS = 500;
/** Milliseconds within which a pair becomes a match, or never: the limit of the call that creates it. */
export const CREATION_MS = 5_000;
/** Milliseconds after which the browser stops a search by itself: later than the queue, whose message takes its time. */
const STOP_MS = SEARCH.searchMs + 1_500;

/** A search of a player, by which matches are judged. */
export interface SearchRecord {
  userId: UserId;
  bet: QuickMatchBet;
  /** The player accepted a computer player. */
  computer: boolean;
  /** When that was confirmed, and the match that was being made then was made or never: they meet no person for coins. */
  acceptedAt?: number;
  /** When the search began, in milliseconds since the epoch. */
  since: number;
  /**
   * When it had certainly ended without a match: the player had left, and the match that was being made then was not made
   * in its time; it was stopped, or it was never entered.
   */
  endedAt: number | undefined;
  /** When the player, who saw the search and no match, was confirmed that they had left it. */
  leftAt?: number;
}

/** A message about a search. */
interface Message {
  type: string;
  status?: string;
  computerOffered?: boolean;
}

/** The search that a browser shows. */
interface Present {
  record: SearchRecord;
  since: number;
  /** A computer player was offered. */
  isOffered: boolean;
}

/** The browser of a search. */
interface Browser {
  /** Shows a match. */
  show: (room: RoomState, game: GameState | undefined) => void;
  /** Returns the room that it shows, in which its socket is. */
  shown: () => { state: RoomState; game: GameState | undefined } | undefined;
}

/** Two users, of whom one blocks the other. */
export const BLOCKED = ['cat', 'dan'] as const;

/** Returns the users with a block between them and this user. The ids end with the number of the run. */
export function listBlocked(userId: UserId): UserId[] {
  const [first, second] = BLOCKED;
  const run = userId.slice(3);
  if (userId.startsWith(first)) return [toUserId(`${second}${run}`)];
  return userId.startsWith(second) ? [toUserId(`${first}${run}`)] : [];
}

/** A gateway, with its own searches. Requests arrive at any of two; one of them has the socket of the browser. */
interface Gateway {
  searches: Searches;
  events: EventEmitter;
  sockets: Set<object>;
}

/** Quick match at a browser. It connects to the other gateway once in a while, as when its own is replaced. */
export class Search {
  readonly #id: UserId;
  readonly #world: World;
  readonly #process: Process;
  readonly #rooms: Calls<typeof RoomServiceDefinition>;
  readonly #records: SearchRecord[];
  readonly #browser: Browser;
  readonly #socket: object;
  /** First the one with the socket. */
  #gateways: [Gateway, Gateway];
  #present: Present | undefined;
  /** The searches whose requests are under way: the queue may get them yet. */
  readonly #requested = new Set<SearchRecord>();

  constructor(id: UserId, process: Process, world: World, records: SearchRecord[], browser: Browser) {
    this.#id = id;
    this.#process = process;
    this.#world = world;
    this.#rooms = world.network.connect(process, 'room', RoomServiceDefinition);
    this.#records = records;
    this.#browser = browser;
    this.#socket = {
      send: (message: Message) => this.#receiveMessage(message),
      get room() {
        return browser.shown();
      },
    };
    this.#gateways = [this.#open(), this.#open()];
    this.#gateways[0].sockets.add(this.#socket);
    const log = createLog(process, world);
    // End with the run, as all timers.
    for (const index of [0, 1] as const)
      startJob('searches', KEEP_ALIVE_MS, log, () => this.#gateways[index].searches.keepAlive());
  }

  get isSearching(): boolean {
    return this.#present !== undefined;
  }

  /** Begins a search. */
  async begin(bet: QuickMatchBet): Promise<void> {
    const { noise } = this.#world;
    // A client may accept a computer player without an offer.
    const computer = bet > 0 && noise.next() < 0.1;
    if (computer) this.#world.saw('computer player accepted without an offer');
    // Counted before the call, as its response may be lost.
    const record = this.#record(bet, computer);
    try {
      await this.#request(record, computer);
    } catch (error) {
      // The player sees an error, and is free to do something else.
      if (this.#present?.record === record) this.#present = undefined;
      if (!isAppError(error, 'QUEUE_UNAVAILABLE')) record.endedAt ??= clock.now;
      if (isAppError(error, 'ALREADY_IN_GAME')) await this.#requestState();
      throw error;
    }
    if (noise.next() >= 0.1) return;
    // The player changes their mind, while a repeated request may still be on its way.
    await wait(noise.between(0, 200));
    if (this.#present?.record === record) await this.#leave(record);
  }

  /** Goes on with a search: waits, accepts a computer player, or leaves. */
  async goOn(): Promise<void> {
    const { noise, faults } = this.#world;
    const { record, since, isOffered } = this.#present as Present;
    if (faults.happens('gateway replaced', 0.02)) await this.#reconnect();
    if (!this.#present) return;
    const isLate = clock.elapsed - since >= STOP_MS;
    if (isLate || noise.next() < 0.05) {
      await this.#leave(record);
      if (isLate) await this.#requestState();
      return;
    }
    if (!isOffered || record.computer || noise.next() < 0.5) return;
    record.computer = true;
    try {
      await this.#request(record, true);
    } catch (error) {
      this.#present = undefined;
      throw error;
    }
  }

  /** Ends the search of a player who goes. */
  async end(): Promise<void> {
    while (this.#present) {
      try {
        await this.#leave(this.#present.record);
      } catch (error) {
        if (!isAppError(error)) throw error;
        await new Promise<void>((resolve) => clock.after(500, resolve));
      }
    }
  }

  receive(body: PushBody): void {
    if (body.$case === 'match' || body.$case === 'searchBegan' || body.$case === 'searchEnded')
      this.#gateways[0].events.emit(body.$case, this.#id, body.value);
  }

  #record(bet: QuickMatchBet, computer = false): SearchRecord {
    const record = { userId: this.#id, bet, computer, since: clock.now, endedAt: undefined };
    this.#records.push(record);
    this.#present = { record, since: clock.elapsed, isOffered: false };
    return record;
  }

  #newest(): SearchRecord | undefined {
    return this.#records.findLast(({ userId }) => userId === this.#id);
  }

  #anyGateway(): Searches {
    return this.#world.noise.pick(this.#gateways).searches;
  }

  /** Joins the queue. A search that was said to be over meanwhile is left: the queue may have it now. */
  async #request(record: SearchRecord, computer = false): Promise<void> {
    this.#requested.add(record);
    try {
      const { status } = await this.#anyGateway().join(this.#id, record.bet, computer);
      if (computer) record.acceptedAt = clock.now + (status === 'matched' ? CREATION_MS : 0);
    } finally {
      this.#requested.delete(record);
    }
    if (!this.#present) await this.#leave(record);
  }

  async #leave(record: SearchRecord): Promise<void> {
    const { status } = await this.#anyGateway().leave(this.#id);
    this.#world.saw(`search ${status}`);
    // A match that was announced meanwhile counts: the player sees it.
    if (this.#present && this.#present.record !== record) return;
    if (this.#present && status === 'left') record.leftAt = clock.now;
    this.#end(status === 'left' ? clock.now : clock.now + CREATION_MS);
    this.#present = undefined;
  }

  /** From then on the queue has no search of the player, also none whose end was not known until now. */
  #end(at = clock.now): void {
    for (const record of this.#records)
      if (record.userId === this.#id && !this.#requested.has(record))
        record.endedAt = Math.min(at, record.endedAt ?? Infinity);
  }

  /** The browser connects to the other gateway; its own goes on without the socket, or is replaced. */
  async #reconnect(): Promise<void> {
    const [before, other] = this.#gateways;
    before.sockets.clear();
    other.sockets.add(this.#socket);
    this.#gateways = [other, this.#world.noise.next() < 0.5 ? before : this.#open()];
    await this.#requestState();
  }

  /** Returns the player to the match that they are in, or shows the search that goes on. */
  async #requestState(): Promise<void> {
    const [{ searches }] = this.#gateways;
    const { room, game } = await this.#rooms.getCurrentRoom({ userId: this.#id });
    const awaitsComputer = !game && room?.participants.some((one) => isBot(one.userId));
    if (room && (game?.status === Status.ACTIVE || awaitsComputer)) return this.#matched(room, game);
    const resumed = await searches.resume(this.#id);
    if (!resumed || this.#present) return;
    const bet = resumed.betAmount as QuickMatchBet;
    this.#record(
      bet,
      this.#records.some((one) => one.userId === this.#id && one.bet === bet && one.computer),
    );
  }

  #matched(room: RoomState, game?: GameState): void {
    this.#world.saw('search matched');
    this.#present = undefined;
    this.#browser.show(room, game);
  }

  #receiveMessage(message: Message): void {
    if (message.computerOffered && this.#present) this.#present.isOffered = true;
    const isOver = message.type === 'matchmaking_error' || ['left', 'stopped'].includes(message.status ?? '');
    if (!isOver) return;
    this.#world.saw(`search ${message.status ?? 'ended by an error'}`);
    const isUnseen = !this.#present;
    this.#present = undefined;
    if (message.status !== 'left') return this.#end();
    if (isUnseen) return;
    // It may be an earlier search that was cancelled. One that begins and ends meanwhile has an end of its own.
    const newest = this.#newest();
    this.#requestState().then(
      () => {
        if (!this.#present && this.#newest() === newest) this.#end();
      },
      (error: unknown) => {
        if (!isAppError(error)) throw error;
      },
    );
  }

  #open(): Gateway {
    const { network, broker } = this.#world;
    const [events, sockets] = [new EventEmitter(), new Set<object>()];
    const searches = new Searches({
      clients: {
        matchmaking: network.connect(this.#process, 'matchmaking', MatchmakingServiceDefinition),
        room: this.#rooms,
      },
      connections: { of: () => sockets },
      notifications: { events },
      // The socket is open at the other one.
      presence: { connectedAmong: async () => new Set([this.#id]), offlineSince: async () => new Map() },
      push: createPusher(broker.connect(this.#process)),
      limits: { action: async () => undefined },
      announce: async (_userId: UserId, room: RoomState, game?: GameState) =>
        sockets.size > 0 ? this.#matched(room, game) : undefined,
      log: createLog(this.#process, this.#world),
    } as unknown as ConstructorParameters<typeof Searches>[0]);
    return { searches, events, sockets };
  }
}

import type { ClientMessage, Game } from '@fifteen/contract';
import type { Player } from '@fifteen/testkit/player';
import { UnlistedError } from '@fifteen/testkit/listed-errors';
import { ApiError } from '@fifteen/testkit/player';
import type { Random } from '@fifteen/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseMove } from '../drill/guest.ts';
import type { History, Outcome } from './history.ts';

const REQUEST_MS = 8_000;
const RETRY_MS = 400;
/** After which the state is requested again: longer than a request that is sent late. */
const STATE_MS = 4_000;
/** The responses to a request of the state. */
const STATES = ['game_reconnection', 'reconnection_room_join', 'reconnection'] as const;
/** In which a request is repeated until its outcome is known. */
export const KNOWN_MS = 45_000;
const THINK_MS = 150;
/** Of playing, until the record of the game is read: its end may have been sent while the player was offline. */
const PLAY_MS = 15_000;
/** For reading the record, during which the player does not move. */
const RECORD_MS = 3_000;
/** Longest pause between two losses of the player's own connection. */
const DROP_MS = 20_000;
/** Of the messages and commands of a player, those that are sent twice and those that are sent late. */
const BAD_SENDS = { 'sent twice': 0.05, 'sent late': 0.05 } as const;
const LATE_MS = 3_000;

/** A product that is busy responds later. Other limits are of a whole hour, such as that of gifts. */
const isRepeatable = ({ status, body }: ApiError): boolean =>
  status >= 500 || body['code'] === 'TOO_MANY_REQUESTS';

/** How a request ended. */
interface Result<T> {
  readonly outcome: Outcome;
  readonly response?: T;
  readonly code?: string;
}

/** A player who never gives up: repeats requests until the outcome is known, reconnects elsewhere, plays games out. */
export class Bot {
  readonly player: Player;
  readonly random: Random;
  readonly history: History;
  /** How often the player did what a bad network does, and sent moves. */
  readonly counts = {
    ...{ reconnects: 0, 'sent twice': 0, 'sent late': 0 },
    ...{ 'moves with number': 0, 'moves without number': 0 },
  };
  readonly #urls: readonly string[];

  constructor(player: Player, urls: readonly string[], random: Random, history: History) {
    this.player = player;
    this.random = random;
    this.history = history;
    this.#urls = urls;
    history.follow(player);
    player.onSend = (message, send) => this.#send(message as ClientMessage, send);
  }

  /** Repeats a request until it is accepted or rejected. `unknown` when neither is known in time. */
  async request<T>(send: (signal: AbortSignal) => Promise<T>, timeoutMs = KNOWN_MS): Promise<Result<T>> {
    const until = Date.now() + timeoutMs;
    for (let leftMs = timeoutMs; leftMs > 0; leftMs = until - Date.now()) {
      try {
        const response = await send(AbortSignal.timeout(Math.min(REQUEST_MS, leftMs)));
        return { outcome: 'ok', response };
      } catch (error) {
        if (error instanceof ApiError && !isRepeatable(error))
          return { outcome: 'rejected', code: String(error.body['code']) };
        if (error instanceof UnlistedError) {
          this.history.add({ user: this.player.user.id, kind: 'unlisted', text: error.message });
          return { outcome: 'unknown' };
        }
        this.switchGateway();
        await sleep(RETRY_MS);
      }
    }
    return { outcome: 'unknown' };
  }

  /**
   * Like `request`, for a command with a key or an id: sometimes another request carries it at the same time or later.
   * Returns the outcome of the first.
   */
  async command<T>(send: (signal: AbortSignal) => Promise<T>): Promise<Result<T>> {
    const first = this.request(send);
    const copies = [
      this.#isBad('sent twice') && this.request(send),
      this.#isBad('sent late') && sleep(this.random.int(LATE_MS)).then(() => this.request(send)),
    ];
    await Promise.all(copies);
    return first;
  }

  /** Like `request`, for what must succeed. */
  async need<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { outcome, response, code } = await this.request(send);
    if (outcome !== 'ok') throw new Error(code ?? outcome);
    return response as T;
  }

  /** Connects through any gateway and requests the state. Tries until the signal, and for ever without one. */
  async connect(over?: AbortSignal): Promise<void> {
    while (!this.player.connected && !over?.aborted) {
      this.switchGateway();
      await this.player.reconnect();
    }
  }

  /** Reconnects until the signal, as the web app does: a game may start at any time. */
  async stayConnected(over: AbortSignal): Promise<void> {
    for (; !over.aborted; await sleep(RETRY_MS)) await this.connect(over);
  }

  /** Returns the game that the player is in, if there is one. Repeats the request until it has a response. */
  async currentGame(): Promise<Game | undefined> {
    this.begin('look up its game');
    for (;;) {
      await this.connect();
      const from = this.player.received.length;
      this.player.send({ type: 'request_current_game_state' });
      const response = await Promise.race(
        STATES.map((type) => this.player.waitFor(type, undefined, from, STATE_MS).catch(() => undefined)),
      );
      const { game } = this.player;
      if (game?.status === 'active') return game;
      if (response) return undefined;
    }
  }

  /** Plays a game to its end, with lost connections of the player's own. */
  async finish(gameId: string): Promise<Game> {
    for (; ; await sleep(RETRY_MS)) {
      const over = new AbortController();
      void this.#disconnect(over.signal);
      this.begin('play');
      await this.player
        .playOut(gameId, chooseMove, { timeoutMs: PLAY_MS, thinkMs: THINK_MS })
        .catch(() => undefined)
        .finally(() => over.abort());
      this.begin('read the record');
      // The end that a client received may not be the end in the record.
      const { response: game } = await this.request(
        (signal) => this.player.api.games.get({ params: { id: gameId }, signal }),
        RECORD_MS,
      );
      if (!game) continue;
      this.history.addGame(this.player.user.id, game);
      this.player.updateGame(game);
      if (game.status !== 'active') return game;
    }
  }

  /** Records what the player does from now on. */
  begin(step: string): void {
    this.history.add({ user: this.player.user.id, kind: 'step', step });
  }

  /** Uses another gateway from now on. */
  switchGateway(): void {
    this.player.url = this.random.pick(this.#urls);
  }

  /** Records a move, which counts as sent once. */
  #addMove({ gameId, position, ply }: Extract<ClientMessage, { type: 'move' }>): void {
    this.history.add({ user: this.player.user.id, kind: 'move', gameId, position, ply });
    this.counts[ply === undefined ? 'moves without number' : 'moves with number'] += 1;
  }

  /** Sends a message once or twice, in time or late. A search is never late: it could begin after the run. */
  #send(message: ClientMessage, send: () => void): void {
    if (message.type === 'move') this.#addMove(message);
    if (this.#isBad('sent twice')) send();
    if (message.type !== 'start_matchmaking' && this.#isBad('sent late'))
      setTimeout(send, this.random.int(LATE_MS));
    else send();
  }

  /** Returns whether the player sends badly this time, and counts it. */
  #isBad(how: keyof typeof BAD_SENDS): boolean {
    const isBad = this.random.isTrue(BAD_SENDS[how]);
    if (isBad) this.counts[how] += 1;
    return isBad;
  }

  async #disconnect(over: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.random.int(DROP_MS));
      if (over.aborted) return;
      this.player.drop();
      this.counts.reconnects += 1;
      // A lost connection may come back through another gateway.
      this.switchGateway();
    }
  }
}

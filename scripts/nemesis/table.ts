import type { Game } from '@fifteen/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN_MS, type Bot } from './bot.ts';

const BETS = [0, 5_000, 50_000] as const;
/** In which a rematch must start after it was accepted: a countdown, and faults. */
const REMATCH_MS = 12_000;
/** After which the game of a rematch is looked up: longer than the countdown. */
const COUNTDOWN_MS = 3_000;
const SPECTATOR_MS = 3_000;
/** For leaving a game: shorter than a turn. */
const LEAVE_MS = 15_000;
const CHANCE = { rematch: 0.6, rejection: 0.1, leave: 0.03, gift: 0.25, purchase: 0.15 } as const;

/** Two friends and a spectator, who play in rooms, ask for rematches, and buy and give. */
export class Table {
  readonly #owner: Bot;
  readonly #guest: Bot;
  readonly #spectator: Bot;
  /** Counts what happened, by name. */
  readonly #count: (what: string) => void;

  constructor([owner, guest, spectator]: readonly [Bot, Bot, Bot], count: (what: string) => void) {
    this.#owner = owner;
    this.#guest = guest;
    this.#spectator = spectator;
    this.#count = count;
  }

  /** Plays until the signal, and finishes the running game. */
  async play(over: AbortSignal): Promise<void> {
    let last: Game | undefined;
    for (;;) {
      const isOver = over.aborted;
      try {
        const game = (await this.#openGame()) ?? (await (isOver ? this.#leaveRoom() : this.#start(last)));
        if (!game) {
          if (isOver) return;
          continue;
        }
        // At the same time: a request that is repeated for long costs no turn.
        [last] = await Promise.all([this.#finish(game), this.#spend()]);
        this.#count(game.betAmount > 0 ? 'games for coins' : 'friendly games');
      } catch (error) {
        this.#count(`given up: ${error instanceof Error ? error.message.slice(0, 60) : 'unknown'}`);
        last = undefined;
      }
    }
  }

  /** Returns a game that one of the players is in: its start was lost, or it is another one than the other knows. */
  async #openGame(): Promise<Game | undefined> {
    const games = [this.#owner, this.#guest].map(async (bot) => {
      const game = await bot.currentGame();
      if (!game) throw new Error('the player is in no game');
      return game;
    });
    return Promise.any(games).catch(() => undefined);
  }

  /** Opens another room: a rematch whose start is late must not begin when its players play no more. */
  async #leaveRoom(): Promise<undefined> {
    const body = { maxPlayers: 2, betAmount: 0 } as const;
    await this.#owner.need((signal) => this.#owner.player.api.rooms.create({ body, signal }));
  }

  async #start(last: Game | undefined): Promise<Game | undefined> {
    const { random } = this.#owner;
    for (const bot of [this.#owner, this.#guest]) bot.begin('start a game');
    if (last && random.isTrue(CHANCE.rematch)) return this.#rematch(last);
    const [owner, guest] = [this.#owner.player.api, this.#guest.player.api];
    const body = { maxPlayers: 4, betAmount: random.pick(BETS) } as const;
    const { room } = await this.#owner.need((signal) => owner.rooms.create({ body, signal }));
    const { code } = room;
    await this.#guest.need((signal) => guest.rooms.join({ body: { code, role: 'player' }, signal }));
    const watch = { code, role: 'spectator' } as const;
    const { outcome } = await this.#spectator.request(
      (signal) => this.#spectator.player.api.rooms.join({ body: watch, signal }),
      SPECTATOR_MS,
    );
    if (outcome === 'ok') this.#count('spectated rooms');
    const seen = this.#nextGame((game) => game.roomId === room.id);
    const start = { params: { id: room.id } };
    const requested = this.#owner.need((signal) => owner.rooms.startGame({ ...start, signal }));
    // Players play once they see the game, while its request may be repeated for long.
    return Promise.race([requested.then(({ game }) => game), seen]);
  }

  async #rematch({ id: gameId }: Game): Promise<Game | undefined> {
    const [requester, requested] = [this.#owner, this.#guest];
    for (const bot of [requester, requested]) bot.begin('agree to a rematch');
    const body = { requestedUserId: requested.player.user.id, gameId };
    const started = this.#nextGame(({ id }) => id !== gameId);
    const { request } = await requester.need((signal) =>
      requester.player.api.playAgain.request({ body, signal }),
    );
    const response = requested.random.isTrue(CHANCE.rejection) ? 'rejected' : 'accepted';
    const answer = { requestId: request.id, response } as const;
    const answered = requested.need((signal) =>
      requested.player.api.playAgain.respond({ body: answer, signal }),
    );
    if (response === 'rejected') {
      await answered;
      return undefined;
    }
    await Promise.race([answered, started]);
    this.#count('rematches');
    for (const until = Date.now() + REMATCH_MS; Date.now() < until;) {
      const seen = await Promise.race([started, sleep(COUNTDOWN_MS, undefined)]);
      // Its start may be lost.
      const game = seen ?? (await Promise.race([started, this.#openGame()]));
      if (game) return game;
    }
    return undefined;
  }

  /** Returns the next game that one of the players receives; waits for ever if its start is lost. */
  #nextGame(isWanted: (game: Game) => boolean): Promise<Game> {
    const isNext = (game: Game): boolean => game.status === 'active' && isWanted(game);
    const received = [this.#owner, this.#guest].map(({ player }) => player.waitForGame(isNext, KNOWN_MS));
    return Promise.any(received).catch(() => new Promise<never>(() => undefined));
  }

  async #finish(game: Game): Promise<Game | undefined> {
    const leaves = this.#owner.random.isTrue(CHANCE.leave);
    const [ended] = await Promise.all([
      this.#owner.finish(game.id),
      leaves ? this.#leave(game) : this.#guest.finish(game.id),
    ]);
    if (!leaves) return ended;
    // The end is not sent to the player who left, and whose moves would be rejected.
    this.#guest.player.updateGame(ended);
    return undefined;
  }

  /** Leaves a running game, which loses it. Plays on if it is not known to be left: then its turns come. */
  async #leave({ id, roomId }: Game): Promise<void> {
    const { player, history } = this.#guest;
    history.add({ user: player.user.id, kind: 'left', gameId: id });
    this.#guest.begin('leave');
    const leave = { params: { id: roomId ?? '' } };
    const { outcome } = await this.#guest.request(
      (signal) => player.api.rooms.leave({ ...leave, signal }),
      LEAVE_MS,
    );
    this.#count('left games');
    if (outcome !== 'ok') await this.#guest.finish(id);
  }

  async #spend(): Promise<void> {
    const { random } = this.#owner;
    try {
      if (random.isTrue(CHANCE.gift)) await this.#give();
      if (random.isTrue(CHANCE.purchase)) await this.#buy();
    } catch {
      this.#count('given up: purchases');
    }
  }

  async #give(): Promise<void> {
    const { player, random, history } = this.#owner;
    const [key, amount, recipient] = [randomUUID(), 1 + random.int(9), this.#guest.player.user.id];
    const body = { recipientId: recipient, amount };
    const { outcome, code = '' } = await this.#owner.command((signal) =>
      player.api.gifts.send({ body, idempotencyKey: key, signal }),
    );
    history.add({ user: player.user.id, kind: 'gift', key, recipient, amount, outcome });
    this.#count(`gifts ${outcome} ${code}`.trimEnd());
  }

  async #buy(): Promise<void> {
    const { player, random, history } = this.#guest;
    const emojis = await this.#guest.need((signal) => player.api.emojis.list({ signal }));
    const owned = await this.#guest.need((signal) => player.api.emojis.owned({ signal }));
    const onSale = emojis.filter(
      ({ id, price }) => price > 0 && price <= 1_000_000 && owned.every(({ emojiId }) => emojiId !== id),
    );
    if (onSale.length === 0) return;
    const { id: item, price } = random.pick(onSale);
    // Without it, a repeat could not be distinguished from a second purchase, which is rejected.
    const idempotencyKey = randomUUID();
    const { outcome, code = '' } = await this.#guest.command((signal) =>
      player.api.shop.purchaseEmoji({ body: { emojiId: item, price }, idempotencyKey, signal }),
    );
    history.add({ user: player.user.id, kind: 'purchase', item, price, outcome });
    this.#count(`purchases ${outcome} ${code}`.trimEnd());
  }
}

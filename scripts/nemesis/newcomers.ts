import { applyMove, chooseMove, NEW_GAME, sideToMove, type Position } from '@fifteen/domain';
import { UnlistedError } from '@fifteen/testkit/listed-errors';
import { mailedCode } from '@fifteen/testkit/mailbox';
import { Player } from '@fifteen/testkit/player';
import type { Random } from '@fifteen/testkit';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bot } from './bot.ts';
import type { History } from './history.ts';

/** Coins of a new account. */
const WELCOME = 1_000;
const PASSWORDS = ['nemesis of newcomers', 'newcomers of nemesis'] as const;
/** The piece style that the reward of the tutorial brings. */
const TUTORIAL_STYLE = 'chalk';
/** Pause between two attempts to arrive. */
const RETRY_MS = 500;
/** Of the guests, those whose browser repeats the request that creates them. */
const REPEATED = 0.05;
/** Codes that are tried: those of all mails. */
const CODES = 4;
/** Addresses from which newcomers connect, beside that of their requests. */
const ADDRESSES = 200;

interface Site {
  readonly urls: readonly string[];
  readonly mailUrl: string;
}

/** A guest of the run, with the name of the account that it becomes, and the mailed codes that were tried. */
interface Newcomer {
  readonly bot: Bot;
  readonly name: string;
  readonly codes: Set<string>;
}

/**
 * Two guests who arrive, win against the computer, equip a style, register, become friends, write, invite and block each
 * other, reset the password and leave; then the next two.
 */
export class Newcomers {
  readonly #site: Site;
  readonly #random: Random;
  readonly #history: History;
  readonly #count: (what: string) => void;

  constructor(site: Site, random: Random, history: History, count: (what: string) => void) {
    this.#site = site;
    this.#random = random;
    this.#history = history;
    this.#count = count;
  }

  /** Lets guests come and go until the signal. */
  async play(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const both: Newcomer[] = [];
      try {
        for (let guest = 0; guest < 2; guest += 1) both.push(await this.#arrive());
        const [one, other] = both as [Newcomer, Newcomer];
        await Promise.all(both.map((newcomer) => this.#register(newcomer)));
        await this.#meet(one, other);
        await Promise.all(both.map((newcomer) => this.#resetPassword(newcomer)));
        for (const { bot } of both) await bot.request((signal) => bot.player.api.auth.logout({ signal }));
        this.#count('pairs of newcomers');
      } catch (error) {
        const why =
          error instanceof Error ? error.message.replace(/\S+@\S+/, 'them').slice(0, 60) : 'unknown';
        this.#count(`newcomers given up: ${why}`);
      } finally {
        for (const { bot } of both) bot.player.close();
      }
    }
  }

  async #arrive(): Promise<Newcomer> {
    const player = await this.#guest();
    this.#history.add({ user: player.user.id, kind: 'account', coins: WELCOME });
    const bot = new Bot(player, this.#site.urls, this.#random, this.#history);
    await this.#connect(bot);
    await this.#winAgainstComputer(bot);
    await bot.need((signal) => player.api.rewards.claim({ body: { reward: 'tutorial' }, signal }));
    const body = { styleName: TUTORIAL_STYLE };
    await bot.need((signal) => player.api.shop.activatePieceStyle({ body, signal }));
    return { bot, name: `newcomer${randomUUID().slice(0, 8)}`, codes: new Set() };
  }

  /** Creates a guest by one request with its repeats. */
  async #guest(): Promise<Player> {
    const [player, idempotencyKey] = [new Player(''), randomUUID()];
    for (; ; await sleep(RETRY_MS)) {
      player.url = this.#random.pick(this.#site.urls);
      try {
        // Only a browser that has its device cookie already gets the same guest for a repeat.
        await player.api.auth.session();
        await player.enter(idempotencyKey);
        if (this.#random.isTrue(REPEATED)) await player.enter(idempotencyKey);
        return player;
      } catch (error) {
        if (error instanceof UnlistedError)
          this.#history.add({ user: 'a newcomer', kind: 'unlisted', text: error.message });
        this.#count('guest requests without response');
      }
    }
  }

  /** Connects from another address than that of the requests, like a phone that leaves its network. */
  async #connect({ player }: Bot): Promise<void> {
    const address = `127.0.2.${1 + this.#random.int(ADDRESSES)}`;
    for (; !player.connected; player.url = this.#random.pick(this.#site.urls))
      await player.connect(address).catch(() => sleep(RETRY_MS));
  }

  async #winAgainstComputer(bot: Bot): Promise<void> {
    const { player } = bot;
    const id = `local-${randomUUID()}`;
    const game = { id, difficulty: 'easy', moves: wonAgainstComputer(this.#random) } as const;
    const body = { userId: player.user.id, amount: 100, reason: 'nemesis', game } as const;
    const { outcome, code = '' } = await bot.command((signal) => player.api.coins.award({ body, signal }));
    this.#history.add({ user: player.user.id, kind: 'award', game: id, outcome });
    this.#count(`awards ${outcome} ${code}`.trimEnd());
  }

  /** Turns the guest into a registered user, whose address is verified by the mailed code. */
  async #register(newcomer: Newcomer): Promise<void> {
    const { bot, name } = newcomer;
    const { player } = bot;
    const email = emailOf(name);
    const body = { username: name, email, password: PASSWORDS[0] };
    await bot.need((signal) => player.api.auth.upgrade({ body, signal }));
    // Rejected, with another mail of the code: the address is not verified yet.
    const otherBrowser = new Player(player.url);
    await bot.request(() => otherBrowser.signIn({ username: name, password: PASSWORDS[0] }));
    await bot.need((signal) => player.api.auth.resendVerification({ body: { email }, signal }));
    await this.#useCode(newcomer, (token, idempotencyKey) =>
      player.api.auth.verifyEmail({ body: { token, email }, idempotencyKey }),
    );
    await this.#signIn(bot, name, PASSWORDS[0]);
    this.#history.add({ user: player.user.id, kind: 'registered', name });
    const displayName = `Display ${name.slice(-8)}`;
    await bot.need((signal) => player.api.profile.update({ body: { displayName }, signal }));
    this.#history.add({ user: player.user.id, kind: 'named', name: displayName });
  }

  async #meet(one: Newcomer, other: Newcomer): Promise<void> {
    await this.#befriend(one.bot, other.bot);
    await this.#write(one.bot, other.bot);
    await this.#invite(one.bot, other.bot);
    const [{ bot: blocking }, { bot: blocked }] = [one, other];
    const target = { params: { id: blocked.player.user.id } };
    await blocking.need((signal) => blocking.player.api.friends.remove({ ...target, signal }));
    await blocking.need((signal) => blocking.player.api.blocks.block({ ...target, signal }));
    this.#history.add({ user: blocking.player.user.id, kind: 'blocked', other: blocked.player.user.id });
    await blocked.need((signal) =>
      blocked.player.api.blocks.unblock({ params: { id: blocking.player.user.id }, signal }),
    );
  }

  async #befriend(requester: Bot, requested: Bot): Promise<void> {
    const body = { requestedId: requested.player.user.id };
    const request = await requester.request((signal) =>
      requester.player.api.friends.request({ body, signal }),
    );
    if (request.code) this.#count(`friend requests rejected: ${request.code}`);
    const requests = await requested.need((signal) => requested.player.api.friends.requests({ signal }));
    for (const { id } of requests) {
      const answer = { requestId: id, response: 'accepted' } as const;
      const response = await requested.request((signal) =>
        requested.player.api.friends.respond({ body: answer, signal }),
      );
      if (response.code) this.#count(`friend requests not accepted: ${response.code}`);
    }
  }

  async #write(from: Bot, to: Bot): Promise<void> {
    const { player } = from;
    const [text, idempotencyKey] = [`Hello ${randomUUID()}`, randomUUID()];
    const body = { targetUserId: to.player.user.id, message: text };
    const { outcome } = await from.command((signal) =>
      player.api.chat.send({ body, idempotencyKey, signal }),
    );
    this.#history.add({ user: player.user.id, kind: 'chat', text, outcome });
    this.#count(`messages ${outcome}`);
    const read = { params: { userId: player.user.id } };
    await to.need((signal) => to.player.api.chat.read({ ...read, signal }));
  }

  /** Invites to a room twice: the first invitation is rejected, the second one accepted. */
  async #invite(owner: Bot, guest: Bot): Promise<void> {
    const { api } = owner.player;
    const create = { maxPlayers: 2, betAmount: 0 } as const;
    const { room } = await owner.need((signal) => api.rooms.create({ body: create, signal }));
    const params = { id: room.id };
    for (const response of ['rejected', 'accepted'] as const) {
      const body = { invitedId: guest.player.user.id };
      const { invitation } = await owner.need((signal) => api.rooms.invite({ params, body, signal }));
      await guest.request((signal) =>
        guest.player.api.invitations.respond({ params: { id: invitation.id }, body: { response }, signal }),
      );
    }
    for (const bot of [guest, owner])
      await bot.request((signal) => bot.player.api.rooms.leave({ params, signal }));
  }

  async #resetPassword(newcomer: Newcomer): Promise<void> {
    const { bot, name } = newcomer;
    const { player } = bot;
    const email = emailOf(name);
    await bot.need((signal) => player.api.auth.forgotPassword({ body: { email }, signal }));
    const newPassword = PASSWORDS[1];
    await this.#useCode(newcomer, (token, idempotencyKey) =>
      player.api.auth.resetPassword({ body: { token, newPassword, email }, idempotencyKey }),
    );
    await this.#signIn(bot, name, newPassword);
  }

  /** Uses a mailed code; after its rejection another one: a later code makes an earlier one void, and mails may overtake. */
  async #useCode(
    { bot, name, codes }: Newcomer,
    use: (token: string, idempotencyKey: string) => Promise<unknown>,
  ): Promise<void> {
    for (let attempt = 0; attempt < CODES; attempt += 1) {
      const token = await mailedCode(this.#site.mailUrl, emailOf(name), codes);
      codes.add(token);
      const key = randomUUID();
      const { outcome } = await bot.request(() => use(token, key));
      if (outcome !== 'rejected') return;
    }
  }

  async #signIn(bot: Bot, username: string, password: string): Promise<void> {
    await bot.need(() => bot.player.signIn({ username, password }));
    await this.#connect(bot);
  }
}

const emailOf = (name: string): string => `${name}@fifteen.example`;

/** Returns the moves of a game that X wins against the easy level. */
function wonAgainstComputer(random: Random): number[] {
  for (;;) {
    const moves: Position[] = [];
    let state = NEW_GAME;
    while (!state.outcome) {
      const move = chooseMove(
        state,
        sideToMove(state) === 'X' ? 'hard' : 'easy',
        () => random.int(1e6) / 1e6,
      );
      moves.push(move);
      state = applyMove(state, move);
    }
    if (state.outcome.winner === 'X') return moves;
  }
}

import type { UserId } from '@fifteen/domain';
import { AppError, isAppError, networkOf, settingDetails, type LimitSetting } from '@fifteen/runtime';
import type { openRedis } from '@fifteen/runtime/redis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A number of points in a number of seconds. The window begins with the first point. */
interface Limit {
  readonly times: number;
  readonly seconds: number;
}

/** HTTP requests and socket upgrades (docs/spec/guarantees.md#guarantees-11). */
export const REQUESTS = {
  /** Calls of /api, with its documentation, and upgrades. */
  address: { times: 300, seconds: 10 },
  /**
   * Files and pages of the web app, and pictures of players: one visit loads dozens of them. Each gateway counts them
   * alone, in memory.
   */
  files: { times: 1_000, seconds: 10 },
  session: { times: 100, seconds: 10 },
} as const satisfies Record<string, Limit>;

/** Actions of one player, by HTTP and by socket together. */
export const ACTIONS = {
  /** Each creates a row, a code and a push; no player creates rooms faster by hand. */
  createRoom: { times: 5, seconds: 60 },
  /** Each may be a guess of a code: codes have 40 bits, too many for ten tries a minute. */
  joinRoom: { times: 10, seconds: 60 },
  /** Calls game and economy. Users press Start repeatedly while it waits for consent. */
  startGame: { times: 20, seconds: 60 },
  /** Shown to another player. */
  invite: { times: 20, seconds: 60 },
  requestRematch: { times: 10, seconds: 60 },
  /** Responses to invitations and to requests for a rematch. */
  answer: { times: 30, seconds: 60 },
  /** Calls social and economy; the ledger has its own hourly limits. */
  gift: { times: 20, seconds: 60 },
  /** Each locks a wallet. Players equip and unequip styles to compare them. */
  shop: { times: 30, seconds: 60 },
  /** Each locks a wallet, and counters that all players share; the ledger pays one in 5 s. */
  award: { times: 20, seconds: 60 },
  /** Each locks a wallet; a player has two rewards to claim. */
  reward: { times: 10, seconds: 60 },
  /** Shown to another player; social has its own daily limit. */
  requestFriend: { times: 20, seconds: 60 },
  /** Responses to requests; removing, blocking and unblocking players. */
  changeRelation: { times: 30, seconds: 60 },
  chat: { times: 20, seconds: 60 },
  /** Calls social, room, economy and game. */
  quickMatch: { times: 6, seconds: 60 },
  /** Sent to every user in the room. */
  gameChat: { times: 20, seconds: 60 },
  /** Searches all names; must not serve to enumerate them. */
  search: { times: 30, seconds: 60 },
  /** Each reads all games of its user, or changes how they are shown everywhere. */
  achievements: { times: 30, seconds: 60 },
  /** Shown over the board of another player. */
  emoji: { times: 30, seconds: 60 },
  /** Each decodes and encodes a picture. Counted before its body is read (edge/api.ts). */
  profile: { times: 10, seconds: 60 },
} as const satisfies Record<string, Limit>;
/** An action with a limit of its own. */
export type LimitedAction = keyof typeof ACTIONS;

/** Room codes tried from one address, so that new guests do not evade the limit of a player. */
export const CODE_GUESSES = { times: 100, seconds: 60 } as const satisfies Limit;

/** Factors of the limits: 1 in production. */
export interface LimitScales {
  /** RATE_LIMIT_SCALE, for limits per address. */
  address: number;
  /** PLAYER_LIMIT_SCALE, for limits per player, session and socket. */
  player: number;
}

/** Returns the error details that name the variable which raises a limit, where limits of this gateway are raised. */
export const raisedBy = ({ address, player }: LimitScales, setting: LimitSetting) =>
  settingDetails(setting, address, player);

interface Limiter {
  consume(key: string): Promise<void>;
}

/** @throws TOO_MANY_REQUESTS with the seconds until the window ends */
const limiterOf = (
  counter: Pick<RateLimiterRedis, 'consume'>,
  details: { setting?: LimitSetting },
): Limiter => ({
  consume: async (key) => {
    try {
      await counter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter, ...details });
    }
  },
});

/**
 * Limits per address, session and player, counted in Redis over all gateways. While Redis is unavailable, each gateway
 * counts alone. A key over its limit is rejected from memory, so that a flood does not reach Redis. `retryAfter` of the
 * error is the number of seconds until the window ends, after which the same call succeeds.
 */
export class Limits {
  readonly #address: Limiter;
  readonly #files: Limiter;
  readonly #session: Limiter;
  readonly #guesses: Limiter;
  readonly #actions: Readonly<Record<LimitedAction, Limiter>>;

  constructor(redis: ReturnType<typeof openRedis>, scales: LimitScales) {
    const limiter = (
      name: string,
      { times, seconds }: Limit,
      scale: number,
      setting: LimitSetting,
    ): Limiter => {
      const window = { keyPrefix: `limit:${name}`, points: Math.round(times * scale), duration: seconds };
      const counter = new RateLimiterRedis({
        ...window,
        storeClient: redis,
        useRedisPackage: false,
        rejectIfRedisNotReady: true,
        // Without a duration, a key is blocked in memory until its window in Redis ends.
        inMemoryBlockOnConsumed: window.points + 1,
        insuranceLimiter: new RateLimiterMemory(window),
      });
      return limiterOf(counter, raisedBy(scales, setting));
    };
    const { times, seconds } = REQUESTS.files;
    const files = new RateLimiterMemory({ points: Math.round(times * scales.address), duration: seconds });
    this.#files = limiterOf(files, raisedBy(scales, 'RATE_LIMIT_SCALE'));
    this.#address = limiter('address', REQUESTS.address, scales.address, 'RATE_LIMIT_SCALE');
    this.#session = limiter('session', REQUESTS.session, scales.player, 'PLAYER_LIMIT_SCALE');
    this.#guesses = limiter('guesses', CODE_GUESSES, scales.address, 'RATE_LIMIT_SCALE');
    const actions = Object.entries(ACTIONS).map(([action, limit]) => [
      action,
      limiter(action, limit, scales.player, 'PLAYER_LIMIT_SCALE'),
    ]);
    this.#actions = Object.fromEntries(actions) as Record<LimitedAction, Limiter>;
  }

  /**
   * Counts a request from an address.
   * @throws TOO_MANY_REQUESTS
   */
  address(ip: string): Promise<void> {
    return this.#address.consume(networkOf(ip));
  }

  /**
   * Counts a file for an address.
   * @throws TOO_MANY_REQUESTS
   */
  files(ip: string): Promise<void> {
    return this.#files.consume(networkOf(ip));
  }

  /**
   * Counts a request of a session.
   * @throws TOO_MANY_REQUESTS
   */
  session(sessionId: string): Promise<void> {
    return this.#session.consume(sessionId);
  }

  /**
   * Counts an action of a player.
   * @throws TOO_MANY_REQUESTS
   */
  action(action: LimitedAction, userId: UserId): Promise<void> {
    return this.#actions[action].consume(userId);
  }

  /**
   * Counts a room code tried from an address.
   * @throws TOO_MANY_REQUESTS
   */
  codeGuess(ip: string): Promise<void> {
    return this.#guesses.consume(networkOf(ip));
  }

  /**
   * Counts a room code tried by a player, from an address.
   * @throws TOO_MANY_REQUESTS, until both allow another
   */
  async joinRoom(userId: UserId, ip: string): Promise<void> {
    const counts = [this.action('joinRoom', userId), this.codeGuess(ip)];
    const errors = (await Promise.allSettled(counts)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    const waitOf = (error: unknown): number =>
      isAppError(error) ? (error.details.retryAfter ?? 0) : Number.POSITIVE_INFINITY;
    const [longest] = errors.toSorted((a, b) => waitOf(b) - waitOf(a));
    if (longest) throw longest;
  }
}

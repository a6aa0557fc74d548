import type { AllTimeEntry, WeeklyEntry } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Clients } from '../clients/clients.ts';
import { toDisplayFields } from '../translation/player.ts';

/** A leaderboard is loaded at most this often, for all readers. */
const FRESH_MS = 1_000;

interface CachedLeaderboard<T> {
  rows: Promise<T[]>;
  /** Milliseconds of the monotonic clock. */
  until: number;
}

/** The leaderboards, whole and with names; each gateway keeps them for a second. */
export class Leaderboards {
  readonly #leaderboard: Clients['leaderboard'];
  readonly #profiles: ProfileCache;
  #weekly: CachedLeaderboard<WeeklyEntry> | undefined;
  #allTime: CachedLeaderboard<AllTimeEntry> | undefined;

  constructor({ clients, profiles }: { clients: Pick<Clients, 'leaderboard'>; profiles: ProfileCache }) {
    this.#leaderboard = clients.leaderboard;
    this.#profiles = profiles;
  }

  /**
   * Returns the top of the running week.
   * @throws SERVICE_UNAVAILABLE
   */
  async weekly(limit: number): Promise<WeeklyEntry[]> {
    this.#weekly =
      freshLeaderboard(this.#weekly) ??
      cacheLeaderboard(this.#requestWeekly(), () => (this.#weekly = undefined));
    return (await this.#weekly.rows).slice(0, limit);
  }

  /**
   * Returns the top of all time.
   * @throws SERVICE_UNAVAILABLE
   */
  async allTime(limit: number): Promise<AllTimeEntry[]> {
    this.#allTime =
      freshLeaderboard(this.#allTime) ??
      cacheLeaderboard(this.#requestAllTime(), () => (this.#allTime = undefined));
    return (await this.#allTime.rows).slice(0, limit);
  }

  async #requestWeekly(): Promise<WeeklyEntry[]> {
    const { rows } = await this.#leaderboard.getWeeklyBoard({ limit: 0 });
    const userOf = await this.#named(rows);
    return rows.map(({ rank, userId, wins, games, coinsEarned }) => ({
      ...{ rank, user: userOf(userId), weeklyWins: wins, weeklyGames: games, coinsEarned },
    }));
  }

  async #requestAllTime(): Promise<AllTimeEntry[]> {
    const { rows } = await this.#leaderboard.getAllTimeBoard({ limit: 0 });
    const userOf = await this.#named(rows);
    return rows.map(({ userId, ...row }) => ({ ...row, user: userOf(userId) }));
  }

  async #named(rows: readonly { userId: UserId }[]): Promise<(userId: UserId) => WeeklyEntry['user']> {
    await this.#profiles.load(rows.map(({ userId }) => userId));
    return (userId) => ({ id: userId, ...toDisplayFields(this.#profiles.get(userId)) });
  }
}

const freshLeaderboard = <T>(
  leaderboard: CachedLeaderboard<T> | undefined,
): CachedLeaderboard<T> | undefined =>
  leaderboard && leaderboard.until > performance.now() ? leaderboard : undefined;

/** A failure is not kept. */
function cacheLeaderboard<T>(rows: Promise<T[]>, forget: () => void): CachedLeaderboard<T> {
  rows.catch(forget);
  return { rows, until: performance.now() + FRESH_MS };
}

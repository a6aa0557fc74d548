import type { AllTimeEntry, WeeklyEntry } from '@fifteen/contract';
import type { Cards } from './cards.ts';
import type { Neighbours } from './neighbours.ts';
import { faceOf } from './people.ts';

/** A board is asked for at most so often, however many look at it. */
const FRESH_MS = 1_000;

interface Kept<T> {
  rows: Promise<T[]>;
  until: number;
}

/** The boards, whole and with names; each gateway keeps them for a second. */
export class Boards {
  readonly #leaderboard: Neighbours['leaderboard'];
  readonly #cards: Cards;
  #weekly: Kept<WeeklyEntry> | undefined;
  #allTime: Kept<AllTimeEntry> | undefined;

  constructor({ neighbours, cards }: { neighbours: Pick<Neighbours, 'leaderboard'>; cards: Cards }) {
    this.#leaderboard = neighbours.leaderboard;
    this.#cards = cards;
  }

  /** The first of the running week. Errors: SERVICE_UNAVAILABLE. */
  async weekly(limit: number): Promise<WeeklyEntry[]> {
    this.#weekly = fresh(this.#weekly) ?? kept(this.#askWeekly(), () => (this.#weekly = undefined));
    return (await this.#weekly.rows).slice(0, limit);
  }

  /** The first of all time. Errors: SERVICE_UNAVAILABLE. */
  async allTime(limit: number): Promise<AllTimeEntry[]> {
    this.#allTime = fresh(this.#allTime) ?? kept(this.#askAllTime(), () => (this.#allTime = undefined));
    return (await this.#allTime.rows).slice(0, limit);
  }

  async #askWeekly(): Promise<WeeklyEntry[]> {
    const { rows } = await this.#leaderboard.weekly({ limit: 0 });
    const userOf = await this.#named(rows);
    return rows.map(({ rank, userId, wins, games, coinsEarned }) => ({
      ...{ rank, user: userOf(userId), weeklyWins: wins, weeklyGames: games, coinsEarned },
    }));
  }

  async #askAllTime(): Promise<AllTimeEntry[]> {
    const { rows } = await this.#leaderboard.allTime({ limit: 0 });
    const userOf = await this.#named(rows);
    return rows.map(({ userId, ...row }) => ({ ...row, user: userOf(userId) }));
  }

  async #named(rows: readonly { userId: string }[]): Promise<(userId: string) => WeeklyEntry['user']> {
    await this.#cards.load(rows.map(({ userId }) => userId));
    return (userId) => ({ id: userId, ...faceOf(this.#cards.show(userId)) });
  }
}

const fresh = <T>(board: Kept<T> | undefined): Kept<T> | undefined =>
  board && board.until > Date.now() ? board : undefined;

/** A failure is not kept. */
function kept<T>(rows: Promise<T[]>, forget: () => void): Kept<T> {
  rows.catch(forget);
  return { rows, until: Date.now() + FRESH_MS };
}

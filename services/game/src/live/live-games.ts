import type { GameId, UserId } from '@fifteen/domain';
import type { MoveRequest } from '@fifteen/proto/game';
import {
  AppError,
  failpoint,
  isAppError,
  postgresAttributes,
  spanIfTraced,
  traceparent,
  unavailable,
  type Database,
  type Pusher,
} from '@fifteen/runtime';
import { readDecisionTime, type DatabaseClock } from '../db/database-clock.ts';
import { loadGames } from '../db/games.ts';
import { decideAbandon, decideMove, decideTakeControl, type Decision } from '../domain/decisions.ts';
import { isOver, type Change, type Game } from '../domain/game.ts';
import type { Heartbeats } from '../domain/heartbeats.ts';
import type { Timings } from '../domain/timings.ts';
import { countChange } from '../metrics.ts';
import { pushChange, pushRepeatedControl, pushRepeatedMove } from '../pushes.ts';
import { createBatcher, type Batcher } from './batcher.ts';
import { GameCache } from './game-cache.ts';
import { writeChanges, type TracedChange } from './write-changes.ts';

/** Games in one statement: enough to share its cost, few enough to keep locks short. */
const BATCH = 200;
/** Attempts of a change. Each conflict means that another change was written; a game has a few dozen changes. */
const MAX_ATTEMPTS = 10;
const GAME_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface LiveGamesContext {
  db: Database;
  push: Pusher;
  clock: DatabaseClock;
  timings: Timings;
  heartbeats: Heartbeats;
}

/**
 * Applies all changes of active games. A change is decided on the newest state that this replica knows, and written on
 * the condition that version and deadline are still the same; on a conflict it is decided again on the stored state. So
 * any replica can apply any change, and a returned state is committed.
 */
export class LiveGames {
  readonly #context: LiveGamesContext;
  readonly #cache: GameCache;
  readonly #loads: Batcher<GameId, Game | null>;
  readonly #writes: Batcher<TracedChange, boolean>;
  #onEnded: (game: Game) => void = () => undefined;

  constructor(context: LiveGamesContext, limits: { cached: number; waiting: number }) {
    this.#context = context;
    this.#cache = new GameCache(limits.cached);
    const common = { isolate: isItemError, size: BATCH, waiting: limits.waiting };
    this.#loads = createBatcher({ ...common, key: (id) => id, run: (ids) => loadGames(context.db, ids) });
    this.#writes = createBatcher({
      ...common,
      key: ({ change }) => change.before.id,
      run: (changes) => writeChanges(context.db, changes),
    });
  }

  /** Sets the listener for each game that one of these changes has ended, called after the commit. */
  onEnded(listener: (game: Game) => void): void {
    this.#onEnded = listener;
  }

  /** Caches a game that this replica has started, so that its first move need not read it. */
  addStarted(game: Game): void {
    this.#cache.update(game);
  }

  /**
   * Returns the stored state of a game.
   * @throws GAME_NOT_FOUND
   */
  async get(gameId: GameId): Promise<Game> {
    const game = GAME_ID.test(gameId) ? await this.#loads.submit(gameId) : null;
    if (!game) throw new AppError('GAME_NOT_FOUND');
    this.#cache.update(game);
    return game;
  }

  /** Places a mark. A repeat of an own move changes nothing and is pushed again. */
  async move({ gameId, userId, ...move }: MoveRequest): Promise<Game> {
    const { game, changed } = await this.#change(gameId, (state) =>
      decideMove(state, userId, move, readDecisionTime(this.#context)),
    );
    if (changed) this.#context.heartbeats.addMove();
    else pushRepeatedMove(this.#context.push, game);
    return game;
  }

  /** Takes a seat back from auto-play. A repeat that changes nothing is pushed again. */
  async takeControl(gameId: GameId, userId: UserId, isRepeat: boolean): Promise<Game> {
    const { game, changed } = await this.#change(gameId, (state) =>
      decideTakeControl(state, userId, readDecisionTime(this.#context), isRepeat),
    );
    if (!changed) pushRepeatedControl(this.#context.push, game);
    return game;
  }

  /** Ends a game that a player leaves on purpose. A game that is not active stays as it is. */
  async abandon(gameId: GameId, userId: UserId, unlessActive: boolean): Promise<Game> {
    const { game } = await this.#change(gameId, (state) =>
      decideAbandon(state, userId, readDecisionTime(this.#context), unlessActive),
    );
    return game;
  }

  /** Writes a change and pushes it. Returns null on a version conflict. */
  async apply(change: Change): Promise<Game | null> {
    const write = (): Promise<boolean> => this.#writes.submit({ change, traceparent: traceparent() });
    const attributes = postgresAttributes;
    if (!(await spanIfTraced('postgres.commit', 'client', write, { attributes }))) return null;
    countChange(change);
    failpoint('game.move.after-commit');
    this.#cache.update(change.after);
    pushChange(this.#context.push, change);
    if (isOver(change.after)) this.#onEnded(change.after);
    return change.after;
  }

  async #change(gameId: GameId, decide: (game: Game) => Decision): Promise<{ game: Game; changed: boolean }> {
    const cached = this.#cache.get(gameId);
    const optimistic = cached && decide(cached);
    const written = optimistic && isChange(optimistic) && (await this.apply(optimistic));
    if (written) return { game: written, changed: true };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const game = await this.get(gameId);
      const decision = decide(game);
      if (decision === 'same') return { game, changed: false };
      if (!isChange(decision)) throw decision;
      const changed = await this.apply(decision);
      if (changed) return { game: changed, changed: true };
    }
    throw unavailable('game');
  }
}

/** Returns whether one change alone may have caused an error: the database was available. */
const isItemError = (error: unknown): boolean => !isAppError(error, 'SERVICE_UNAVAILABLE');

const isChange = (decision: Decision): decision is Change =>
  decision !== 'same' && !(decision instanceof AppError);

import {
  AppError,
  failpoint,
  isAppError,
  postgresAttributes,
  spanIfTraced,
  traceparent,
  unavailable,
  type Sql,
} from '@fifteen/runtime';
import { announceAgain, announceChange } from './announce.ts';
import { createBatcher, type Batcher } from './batcher.ts';
import { GameCache } from './cache.ts';
import { writeChanges, type Decided } from './changes.ts';
import { decideAbandon, decideMove, decideTakeControl, type Decision } from './decide.ts';
import { isOver, seatOf, type Change, type Game } from './game.ts';
import { countChange } from './metrics.ts';
import { now, type Parts } from './parts.ts';
import { COLUMNS, gameOf, type GameRow } from './rows.ts';

/** Games in one statement: enough to be lost in its cost, few enough to keep locks short. */
const BATCH = 200;
/** Each lost race means that somebody else's change went in; one game has a few dozen in its life. */
const RACES = 10;
const GAME_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The open games: every change of one goes through here, whoever makes it. A change is decided on the newest state this
 * replica knows and written on the condition that it still is the state; else it is decided again on the real one.
 * So any replica takes any change, and what is answered is committed.
 */
export class LiveGames {
  readonly #parts: Parts;
  readonly #cache: GameCache;
  readonly #loads: Batcher<string, Game | null>;
  readonly #writes: Batcher<Decided, boolean>;
  readonly #ended: (game: Game) => void;

  /** @param ended is told of each game that one of these changes has ended, after the commit */
  constructor(parts: Parts, limits: { cached: number; waiting: number }, ended: (game: Game) => void) {
    this.#parts = parts;
    this.#cache = new GameCache(limits.cached);
    this.#ended = ended;
    const common = { isolate: isDefect, size: BATCH, waiting: limits.waiting };
    this.#loads = createBatcher({ ...common, key: (id) => id, run: (ids) => loadGames(parts.db, ids) });
    this.#writes = createBatcher({
      ...common,
      key: ({ change }) => change.before.id,
      run: (changes) => writeChanges(parts.db, changes),
    });
  }

  /** A game as it is in the database now. Errors: NOT_FOUND. */
  async get(gameId: string): Promise<Game> {
    const game = GAME_ID.test(gameId) ? await this.#loads.submit(gameId) : null;
    if (!game) throw new AppError('NOT_FOUND', 'Game not found');
    this.#cache.note(game);
    return game;
  }

  /** Places a mark; see the RPC. A repeat of the last own move is pushed once more, too. */
  async move(gameId: string, userId: string, position: number): Promise<Game> {
    this.#parts.heartbeats.moved();
    const { game, changed } = await this.#change(gameId, (state) =>
      decideMove(state, userId, position, now(this.#parts)),
    );
    const by = seatOf(game, userId);
    if (!changed && by) announceAgain(this.#parts.push, game, by);
    return game;
  }

  /** Takes a seat back from auto-play. */
  async takeControl(gameId: string, userId: string): Promise<Game> {
    const decide = (game: Game): Decision => decideTakeControl(game, userId, now(this.#parts));
    return (await this.#change(gameId, decide)).game;
  }

  /** Leaves on purpose. A game that is not open stays as it is. */
  async abandon(gameId: string, userId: string): Promise<Game> {
    return (await this.#change(gameId, (game) => decideAbandon(game, userId, now(this.#parts)))).game;
  }

  /** Writes a change and tells of it. Null when the game has moved on from what the change was decided on. */
  async apply(change: Change): Promise<Game | null> {
    const write = (): Promise<boolean> => this.#writes.submit({ change, traceparent: traceparent() });
    const attributes = postgresAttributes;
    if (!(await spanIfTraced('postgres.commit', 'client', write, { attributes }))) return null;
    countChange(change);
    failpoint('game.move.after-commit');
    this.#cache.note(change.after);
    announceChange(this.#parts.push, change);
    if (isOver(change.after)) this.#ended(change.after);
    return change.after;
  }

  async #change(gameId: string, decide: (game: Game) => Decision): Promise<{ game: Game; changed: boolean }> {
    const cached = this.#cache.get(gameId);
    const hopeful = cached && decide(cached);
    const written = hopeful && isChange(hopeful) && (await this.apply(hopeful));
    if (written) return { game: written, changed: true };
    for (let race = 0; race < RACES; race += 1) {
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

/** Whatever is not the database's own trouble is about one of the games, or a mistake of ours. */
const isDefect = (error: unknown): boolean => !isAppError(error, 'SERVICE_UNAVAILABLE');

const isChange = (decision: Decision): decision is Change =>
  decision !== 'same' && !(decision instanceof AppError);

async function loadGames(sql: Sql, ids: readonly string[]): Promise<(Game | null)[]> {
  const { rows } = await sql.query<GameRow>(`SELECT ${COLUMNS} FROM game WHERE id = ANY ($1::uuid[])`, [ids]);
  const games = new Map(rows.map((row) => [row.id, gameOf(row)]));
  return ids.map((id) => games.get(id) ?? null);
}

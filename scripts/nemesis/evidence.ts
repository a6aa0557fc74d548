import type { Entry, TimedEntry } from './history.ts';
import type { GameRow, Snapshot, TransferRow } from './snapshot.ts';

/** Entries of one kind. */
export type Of<K extends Entry['kind']> = Extract<TimedEntry, { kind: K }>;

/** Entries by their kind, and the rows of the databases by their keys. */
export class Evidence {
  readonly snapshot: Snapshot;
  readonly games: ReadonlyMap<string, GameRow>;
  readonly #entries: readonly TimedEntry[];

  constructor(entries: readonly TimedEntry[], snapshot: Snapshot) {
    this.#entries = entries;
    this.snapshot = snapshot;
    this.games = new Map(snapshot.games.map((game) => [game.id, game]));
  }

  entries<K extends Entry['kind']>(kind: K): Of<K>[] {
    return this.#entries.filter((entry): entry is Of<K> => entry.kind === kind);
  }

  /** Returns all entries of a user, in order. */
  entriesOf(user: string): TimedEntry[] {
    return this.#entries.filter((entry) => entry.user === user);
  }

  transfers(kind: string): TransferRow[] {
    return this.snapshot.transfers.filter((transfer) => transfer.kind === kind);
  }
}

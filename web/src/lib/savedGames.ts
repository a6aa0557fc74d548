import { DIFFICULTIES, type Difficulty, type Position, replay, type Side } from '@fifteen/domain';
import { storage } from '@/lib/storage.ts';

/** A finished game that is stored on this device for review. */
export interface SavedGame {
  readonly id: string;
  readonly mode: 'ai' | 'pass-play';
  readonly difficulty: Difficulty;
  /** The user's side against the computer; null where two players had one device. */
  readonly own: Side | null;
  readonly moves: readonly Position[];
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

/** Maximum of stored games; about 3 KB. */
const MAX_SAVED_GAMES = 30;

/** Earlier versions kept no side: the user was X. */
const sideIn = (mode: SavedGame['mode'], own: unknown): Side | null =>
  mode === 'pass-play' ? null : own === 'O' ? 'O' : 'X';

function readGame(value: unknown): SavedGame | null {
  const { id, mode, difficulty, own, moves, endedAt } = Object(value) as Record<string, unknown>;
  const level = DIFFICULTIES.find((each) => each === difficulty);
  if (typeof id !== 'string' || typeof endedAt !== 'number' || !level || !Array.isArray(moves)) return null;
  if (mode !== 'ai' && mode !== 'pass-play') return null;
  const game = replay(moves);
  return game.ok && game.state.outcome
    ? { id, mode, difficulty: level, own: sideIn(mode, own), moves: game.state.moves, endedAt }
    : null;
}

/** Returns the stored games, newest first, without invalid ones. */
export function savedGames(): SavedGame[] {
  try {
    const stored: unknown = JSON.parse(storage.read('localGames') ?? '[]');
    return Array.isArray(stored) ? stored.map(readGame).filter((game) => game !== null) : [];
  } catch {
    return [];
  }
}

/** Stores a finished game, once. */
export function saveGame(game: SavedGame): void {
  const stored = savedGames();
  if (stored.some(({ id }) => id === game.id)) return;
  storage.write('localGames', JSON.stringify([game, ...stored].slice(0, MAX_SAVED_GAMES)));
}

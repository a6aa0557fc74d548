import { DIFFICULTIES, type Difficulty, replay } from '@fifteen/domain';
import { storage } from '@/lib/storage.ts';

/** A win against the computer whose reward the server has not confirmed. */
export interface PendingAward {
  userId: string;
  game: { id: string; difficulty: Difficulty; moves: number[] };
}

/** Maximum of stored wins: more than the daily quota pays for. */
const MAX_PENDING_AWARDS = 100;

function isPendingAward(value: unknown): value is PendingAward {
  const { userId, game } = Object(value) as Partial<PendingAward>;
  const { id, difficulty, moves } = Object(game) as Partial<PendingAward['game']>;
  return (
    typeof userId === 'string' &&
    typeof id === 'string' &&
    DIFFICULTIES.some((each) => each === difficulty) &&
    Array.isArray(moves) &&
    replay(moves).ok
  );
}

/** Returns the unclaimed wins of all players of this device, oldest first. */
export function pendingAwards(): PendingAward[] {
  try {
    const stored: unknown = JSON.parse(storage.read('pendingAwards') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPendingAward) : [];
  } catch {
    return [];
  }
}

function save(awards: readonly PendingAward[]): void {
  if (awards.length === 0) storage.remove('pendingAwards');
  else storage.write('pendingAwards', JSON.stringify(awards.slice(-MAX_PENDING_AWARDS)));
}

const pendingAwardsExcept = (gameId: string) => pendingAwards().filter(({ game }) => game.id !== gameId);

/** Stores a win until {@link removeAward}, also over a reload. */
export const addAward = (award: PendingAward): void => save([...pendingAwardsExcept(award.game.id), award]);

/** Removes a win: the server has paid it or rejected it for good. */
export const removeAward = (gameId: string): void => save(pendingAwardsExcept(gameId));

import type { Game } from '@fifteen/contract';
import { storage } from '@/lib/storage.ts';

/**
 * What a reload needs to know before the server has answered: that an online game was running. The server's word
 * replaces it; the keys are those of docs/spec/play.md#play-3.5.
 */
export function saveOnlineGame(game: Game): void {
  storage.write('currentGameState', JSON.stringify(game));
}

/** Clears the saved game; a saved local game stays, it is not ours. */
export function clearSavedGame(): void {
  if (savedOnlineGame()) storage.remove('currentGameState');
}

/** The online game that was running when this page was left, or null. */
export function savedOnlineGame(): Game | null {
  try {
    const game = Object(JSON.parse(storage.read('currentGameState') ?? 'null')) as Partial<Game>;
    const ours = game.gameMode === 'online' && typeof game.id === 'string' && Array.isArray(game.moves);
    return ours ? (game as Game) : null;
  } catch {
    return null;
  }
}

/** Whether this start was shown before: the server repeats it until it is acknowledged, and a reload loses count. */
export function isFirstNotification(messageId: string): boolean {
  if (storage.read('lastGameStarted') === messageId) return false;
  storage.write('lastGameStarted', messageId);
  return true;
}

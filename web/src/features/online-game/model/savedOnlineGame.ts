import type { Game } from '@fifteen/contract';
import { storage } from '@/lib/storage.ts';

/** Stores a running online game for a reload, until the server has responded (docs/spec/play.md#play-3.5). */
export function saveOnlineGame(game: Game): void {
  storage.write('currentGameState', JSON.stringify(game));
}

/** Clears the stored online game, but not a local game. */
export function clearSavedGame(): void {
  if (savedOnlineGame()) storage.remove('currentGameState');
}

/** Returns the online game that was running when this page was left, or null. */
export function savedOnlineGame(): Game | null {
  try {
    const game = Object(JSON.parse(storage.read('currentGameState') ?? 'null')) as Partial<Game>;
    const isOnlineGame =
      game.gameMode === 'online' && typeof game.id === 'string' && Array.isArray(game.moves);
    return isOnlineGame ? (game as Game) : null;
  } catch {
    return null;
  }
}

/** Whether this start is new: the server repeats it until it is acknowledged, also after a reload. */
export function isFirstNotification(messageId: string): boolean {
  if (storage.read('lastGameStarted') === messageId) return false;
  storage.write('lastGameStarted', messageId);
  return true;
}

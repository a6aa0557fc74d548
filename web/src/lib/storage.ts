/** The names under which this app keeps things in the browser; the spec (core-of-play 3) fixes the first six. */
export type StorageKey =
  | 'language'
  | 'game-theme'
  | 'backup_user_data'
  | 'currentGameState'
  | 'currentRoomState'
  | 'lastGameStarted'
  // Ours beside the spec's: difficulty, sound and the like, which hints were already given, games to look at again.
  | 'preferences'
  | 'hints'
  | 'localGames';

/**
 * Local storage that may be missing, full or forbidden (private windows, blocked site data): then nothing is
 * remembered, and nothing else changes.
 */
export const storage = {
  read(key: StorageKey): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: StorageKey, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Forgetting is the whole consequence.
    }
  },
  remove(key: StorageKey): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // It could not have been written either.
    }
  },
};

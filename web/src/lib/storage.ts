/** The names under which this app keeps things in the browser; the spec (docs/spec/play.md#play-3.5) fixes the first six. */
export type StorageKey =
  | 'language'
  | 'game-theme'
  | 'backup_user_data'
  | 'currentGameState'
  | 'currentRoomState'
  | 'lastGameStarted'
  // Ours beside the spec's: the themes of light and dark mode while the theme follows the system (read by index.html, too).
  | 'auto-theme'
  // Difficulty, sound and the like, which hints were already given, games to look at again.
  | 'preferences'
  | 'hints'
  | 'localGames'
  // Wins, losses and draws against the computer on this device.
  | 'computerRecord'
  // Until the code of a guest's upgrade was entered, and the day on which a guest was last reminded to upgrade.
  | 'pending_upgrade'
  | 'upgrade_reminded'
  // Wins against the computer whose reward the server has not confirmed.
  | 'pendingAwards';

/**
 * A browser's storage that may be missing, full or forbidden (private windows, blocked site data): then nothing is
 * remembered, and nothing else changes.
 */
function memory<Key extends string>(area: () => Storage) {
  return {
    read(key: Key): string | null {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: Key, value: string): void {
      try {
        area().setItem(key, value);
      } catch {
        // Forgetting is the whole consequence.
      }
    },
    remove(key: Key): void {
      try {
        area().removeItem(key);
      } catch {
        // It could not have been written either.
      }
    },
  };
}

/** What is remembered from visit to visit. */
export const storage = memory<StorageKey>(() => localStorage);

/** What is remembered until the tab is closed. */
export const session = memory<'update-dismissed'>(() => sessionStorage);

/** Storage keys of the app; the specification (docs/spec/play.md#play-3.5) fixes the first six. */
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
  // The guest, the address and the instant of a pending upgrade, and the day of the last reminder to upgrade.
  | 'pending_upgrade'
  | 'upgrade_reminded'
  // How many days the app was visited on, and the last of them.
  | 'visits'
  // The last user, and the boards of the tutorial that they have solved.
  | 'learnedLessons'
  // Rewards that were claimed, and whether the server has confirmed them.
  | 'rewardClaims'
  // Wins against the computer whose reward the server has not confirmed.
  | 'pendingAwards';

/**
 * Wraps a storage of the browser that may be missing, full or forbidden (private windows, blocked site data): values that
 * it does not take are kept until the page is closed.
 */
function memory<Key extends string>(storage: () => Storage) {
  /** The newest values that the storage did not take. */
  const unstored = new Map<Key, string>();
  return {
    read(key: Key): string | null {
      try {
        return unstored.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: Key, value: string): void {
      try {
        storage().setItem(key, value);
        unstored.delete(key);
      } catch {
        unstored.set(key, value);
      }
    },
    remove(key: Key): void {
      unstored.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // What cannot be removed could not be written either.
      }
    },
  };
}

/** Kept between visits. */
export const storage = memory<StorageKey>(() => localStorage);

/**
 * Kept until the tab is closed: the dismissed notice of a new version, the mode, which a reload restores, and until when
 * the tab may search for an opponent, in milliseconds since the epoch.
 */
export const session = memory<'update-dismissed' | 'mode' | 'searchesUntil'>(() => sessionStorage);

import { DIFFICULTIES, type Difficulty } from '@fifteen/domain';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

export interface Preferences {
  difficulty: Difficulty;
  /** Sounds of pieces, turns and results, and vibration with them. */
  sound: boolean;
  /**
   * Whether pointing at a cell lights its lines (web.md 4.6). Null until chosen: then it is on for the first {@link
   * LENS_GAMES} games.
   */
  lens: boolean | null;
  /** The bet of the last quick match. */
  stake: number;
  /** Whether single keys are shortcuts; some assistive technologies send such keys by accident. */
  shortcuts: boolean;
  /** Games finished on this device, as far as the default of `lens` needs the count. */
  games: number;
}

const LENS_GAMES = 5;

const initial: Preferences = {
  difficulty: 'medium',
  sound: true,
  lens: null,
  shortcuts: true,
  stake: 0,
  games: 0,
};

/** Parses stored preferences, field by field; invalid values get their defaults. */
export function parsePreferences(text: string | null): Preferences {
  const kept: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    Object.assign(kept, JSON.parse(text ?? '{}'));
  } catch {
    // Unreadable data counts as none.
  }
  return {
    difficulty: DIFFICULTIES.find((each) => each === kept.difficulty) ?? initial.difficulty,
    sound: typeof kept.sound === 'boolean' ? kept.sound : initial.sound,
    lens: typeof kept.lens === 'boolean' ? kept.lens : initial.lens,
    stake: typeof kept.stake === 'number' ? kept.stake : initial.stake,
    shortcuts: typeof kept.shortcuts === 'boolean' ? kept.shortcuts : initial.shortcuts,
    games: typeof kept.games === 'number' && kept.games > 0 ? kept.games : initial.games,
  };
}

interface PreferencesStore extends Preferences {
  set(change: Partial<Preferences>): void;
  /** Counts a finished game. */
  countGame(): void;
}

export const usePreferences = create<PreferencesStore>()((set, get) => ({
  ...parsePreferences(storage.read('preferences')),
  set(change) {
    set(change);
    const { difficulty, sound, lens, shortcuts, stake, games } = get();
    storage.write('preferences', JSON.stringify({ difficulty, sound, lens, shortcuts, stake, games }));
  },
  countGame: () => get().set({ games: get().games + 1 }),
}));

/** Whether the line lens is on, by choice or default. */
export const lensOn = ({ lens, games }: Preferences): boolean => lens ?? games < LENS_GAMES;

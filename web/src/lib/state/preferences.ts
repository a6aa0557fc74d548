import { DIFFICULTIES, type Difficulty } from '@fifteen/domain';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

/** Which side the user takes against the computer: always the same one, or the other one after each game. */
export const SIDE_CHOICES = ['X', 'O', 'turns'] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

export interface Preferences {
  difficulty: Difficulty;
  side: SideChoice;
  /** Sounds of pieces, turns and results; silence also stills the phone's vibration. */
  sound: boolean;
  /**
   * Light the win lines through the cell that is pointed at or focused (web.md 4.6). Null until chosen: then it is
   * on for the first {@link LENS_GAMES} games.
   */
  lens: boolean | null;
  /** The bet of the last quick match. */
  stake: number;
  /** Single keys go to cells, open the rules and mute; some assistive technologies send such keys by accident. */
  shortcuts: boolean;
  /** Games played to their end on this device, counted as far as any user asks. */
  games: number;
}

const LENS_GAMES = 5;

const initial: Preferences = {
  difficulty: 'medium',
  side: 'X',
  sound: true,
  lens: null,
  shortcuts: true,
  stake: 0,
  games: 0,
};

/** What was kept, field by field: a value of another age or of a curious hand is not taken over. */
export function parsePreferences(text: string | null): Preferences {
  const kept: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    Object.assign(kept, JSON.parse(text ?? '{}'));
  } catch {
    // Unreadable is the same as never chosen.
  }
  return {
    difficulty: DIFFICULTIES.find((each) => each === kept.difficulty) ?? initial.difficulty,
    side: SIDE_CHOICES.find((each) => each === kept.side) ?? initial.side,
    sound: typeof kept.sound === 'boolean' ? kept.sound : initial.sound,
    lens: typeof kept.lens === 'boolean' ? kept.lens : initial.lens,
    stake: typeof kept.stake === 'number' ? kept.stake : initial.stake,
    shortcuts: typeof kept.shortcuts === 'boolean' ? kept.shortcuts : initial.shortcuts,
    games: typeof kept.games === 'number' && kept.games > 0 ? kept.games : initial.games,
  };
}

interface PreferencesStore extends Preferences {
  set(change: Partial<Preferences>): void;
  /** One more game was played to its end. */
  countGame(): void;
}

export const usePreferences = create<PreferencesStore>()((set, get) => ({
  ...parsePreferences(storage.read('preferences')),
  set(change) {
    set(change);
    const { difficulty, side, sound, lens, shortcuts, stake, games } = get();
    storage.write('preferences', JSON.stringify({ difficulty, side, sound, lens, shortcuts, stake, games }));
  },
  countGame: () => get().set({ games: get().games + 1 }),
}));

/** Whether the line lens is on now, chosen or by default. */
export const lensOn = ({ lens, games }: Preferences): boolean => lens ?? games < LENS_GAMES;

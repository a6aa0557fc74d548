import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

export const difficulties = ['easy', 'medium', 'hard', 'master'] as const;
export type Difficulty = (typeof difficulties)[number];

export interface Preferences {
  difficulty: Difficulty;
  /** Sounds of pieces, turns and results; silence also stills the phone's vibration. */
  sound: boolean;
  /** Light the win lines through the cell that is pointed at or focused (web.md 4.6). */
  lens: boolean;
}

const initial: Preferences = { difficulty: 'medium', sound: true, lens: true };

/** What was kept, field by field: a value of another age or of a curious hand is not taken over. */
export function parsePreferences(text: string | null): Preferences {
  const kept: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    Object.assign(kept, JSON.parse(text ?? '{}'));
  } catch {
    // Unreadable is the same as never chosen.
  }
  return {
    difficulty: difficulties.find((each) => each === kept.difficulty) ?? initial.difficulty,
    sound: typeof kept.sound === 'boolean' ? kept.sound : initial.sound,
    lens: typeof kept.lens === 'boolean' ? kept.lens : initial.lens,
  };
}

interface PreferencesStore extends Preferences {
  set(change: Partial<Preferences>): void;
}

export const usePreferences = create<PreferencesStore>()((set, get) => ({
  ...parsePreferences(storage.read('preferences')),
  set(change) {
    set(change);
    const { difficulty, sound, lens } = get();
    storage.write('preferences', JSON.stringify({ difficulty, sound, lens }));
  },
}));

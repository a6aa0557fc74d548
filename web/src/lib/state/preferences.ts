import { DIFFICULTIES, type Difficulty } from '@fifteen/domain';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

/** Which side the user takes against the computer: always the same one, or the other one after each game. */
export const SIDE_CHOICES = ['X', 'O', 'turns'] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

/** How much the app moves: as the system says, or as the player does. */
export const MOTIONS = ['system', 'reduced', 'full'] as const;
export type Motion = (typeof MOTIONS)[number];

export interface Preferences {
  difficulty: Difficulty;
  side: SideChoice;
  /** Sounds of pieces, turns and results; off is silence whatever the volume. */
  sound: boolean;
  /** Above 0, at most 1. */
  volume: number;
  /** A touch of vibration on phones that can. */
  haptics: boolean;
  motion: Motion;
  /** The first press on a cell only marks it, a second one plays it. */
  confirmMove: boolean;
  /**
   * Whether pointing at a cell lights its lines. Null until chosen: then it is on for the first {@link
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
  side: 'X',
  sound: true,
  volume: 0.7,
  haptics: true,
  motion: 'system',
  confirmMove: false,
  lens: null,
  shortcuts: true,
  stake: 0,
  games: 0,
};

/** Parses stored preferences, field by field; invalid values get their defaults. */
export function parsePreferences(text: string | null): Preferences {
  const valid: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    Object.assign(valid, JSON.parse(text ?? '{}'));
  } catch {
    // Unreadable data counts as none.
  }
  const { volume, stake, games, lens } = valid;
  const flag = (name: 'sound' | 'haptics' | 'confirmMove' | 'shortcuts') => {
    const value = valid[name];
    return typeof value === 'boolean' ? value : initial[name];
  };
  return {
    difficulty: DIFFICULTIES.find((each) => each === valid.difficulty) ?? initial.difficulty,
    side: SIDE_CHOICES.find((each) => each === valid.side) ?? initial.side,
    sound: flag('sound'),
    volume: typeof volume === 'number' && volume > 0 && volume <= 1 ? volume : initial.volume,
    haptics: flag('haptics'),
    motion: MOTIONS.find((each) => each === valid.motion) ?? initial.motion,
    confirmMove: flag('confirmMove'),
    lens: typeof lens === 'boolean' ? lens : initial.lens,
    stake: typeof stake === 'number' ? stake : initial.stake,
    shortcuts: flag('shortcuts'),
    games: typeof games === 'number' && games > 0 ? games : initial.games,
  };
}

interface PreferencesStore extends Preferences {
  set(change: Partial<Preferences>): void;
  /** Counts a finished game. */
  countGame(): void;
}

/** Returns the stored preferences, of which another tab may have changed some; none if the storage was cleared. */
function readStored(): Partial<Preferences> {
  const stored = storage.read('preferences');
  return stored === null ? {} : parsePreferences(stored);
}

export const usePreferences = create<PreferencesStore>()((set, get) => ({
  ...parsePreferences(storage.read('preferences')),
  set(change) {
    set({ ...readStored(), ...change });
    // Without the functions, which JSON leaves out.
    storage.write('preferences', JSON.stringify(get()));
  },
  countGame() {
    const { games = get().games } = readStored();
    get().set({ games: games + 1 });
  },
}));

/** Whether the line lens is on, by choice or default. */
export const isLineLensOn = ({ lens, games }: Preferences): boolean => lens ?? games < LENS_GAMES;

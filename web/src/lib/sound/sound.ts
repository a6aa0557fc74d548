import { afterPaint } from '@/lib/afterPaint.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { synth } from './synth.ts';

/**
 * Sounds with their vibrations. X and O differ in pitch and timbre; a win plays one note for each winning cell.
 */
export type Sound =
  | 'X'
  | 'O'
  | 'locked'
  | 'edge'
  | 'turn'
  | 'win3'
  | 'win4'
  | 'win5'
  | 'loss'
  | 'draw'
  | 'coin'
  | 'chat'
  | 'tick';

const C = 523.25;
const scale = [1, 9 / 8, 5 / 4, 3 / 2, 2].map((ratio) => ratio * C);

const score: Record<Sound, () => void> = {
  X: () => synth.knock(520),
  O: () => synth.bell(390, 0, 0.22),
  locked: () => synth.knock(120),
  edge: () => synth.bell(180, 0, 0.06, 0.25),
  turn: () => [392, 587].forEach((note, index) => synth.bell(note, index * 0.11, 0.18, 0.5)),
  win3: () => arpeggio(3),
  win4: () => arpeggio(4),
  win5: () => arpeggio(5),
  loss: () => [349, 262].forEach((note, index) => synth.bell(note, index * 0.2, 0.5, 0.7)),
  draw: () => [262, 392].forEach((note) => synth.bell(note, 0, 0.7, 0.6)),
  coin: () => [988, 1319].forEach((note, index) => synth.bell(note, index * 0.08, 0.22, 0.5)),
  chat: () => synth.bell(740, 0, 0.09, 0.4),
  tick: () => synth.bell(880, 0, 0.05, 0.35),
};

const touch: Partial<Record<Sound, number | number[]>> = {
  X: 12,
  O: 12,
  locked: [20, 30, 20],
  turn: 20,
  win3: [30, 60, 30],
  win4: [30, 60, 30],
  win5: [30, 60, 30],
};

function arpeggio(notes: number): void {
  scale.slice(0, notes).forEach((note, index) => synth.bell(note, index * 0.12, 0.45));
}

/** Whether this tab plays sounds: of several tabs, one does (speaker.ts). */
export const speaker = { isThisTab: true };

/**
 * Plays a sound, and its touch, as far as each is on; in a hidden tab only the call to move. The frame of the press comes
 * first: the first sound takes tens of milliseconds to prepare on a phone.
 */
export function play(sound: Sound): void {
  if (!speaker.isThisTab) return;
  if (!document.hidden) afterPaint(() => playNow(sound));
  // A hidden tab paints no frames.
  else if (sound === 'turn') playNow(sound);
}

function playNow(sound: Sound): void {
  const preferences = usePreferences.getState();
  if (preferences.sound) {
    synth.volume = preferences.volume;
    score[sound]();
  }
  const pattern = preferences.haptics && touch[sound];
  if (pattern && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Returns the sound of a win with this many cells. */
export const winSound = (cells: number): Sound => (cells >= 5 ? 'win5' : cells === 4 ? 'win4' : 'win3');

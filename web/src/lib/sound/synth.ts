/** Loudness at full volume: several tones at once must not clip. */
const MAX_GAIN = 0.6;

/**
 * Milliseconds after the last tone, which is long over by then, until the context rests: one that runs feeds the audio
 * device all the time, which takes a hundredth of a core, and a phone's battery.
 */
const REST_AFTER_MS = 10_000;

let context: AudioContext | null = null;
let output: GainNode | null = null;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Browsers allow sounds only after a gesture, which every sound here follows: the context is created on first use. */
function openAudio(): { context: AudioContext; output: GainNode } | null {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return null;
  if (!context || !output) {
    context = new AudioContext();
    output = context.createGain();
    output.connect(context.destination);
  }
  // Loudness is logarithmic: half of the way is to sound half as loud.
  output.gain.value = MAX_GAIN * synth.volume ** 1.5;
  // Whatever its state: it may be about to rest. During a phone call it cannot be resumed, and the sound is left out.
  context.resume().catch(() => undefined);
  return { context, output };
}

function restLater(context: AudioContext): void {
  clearTimeout(rest);
  rest = setTimeout(() => void context.suspend(), REST_AFTER_MS);
}

/** Plays a fading tone: `at` and `seconds` from now, loudness from 0 to 1. */
function tone(type: OscillatorType, hertz: number, at: number, seconds: number, volume: number): void {
  const audio = openAudio();
  if (!audio) return;
  const start = audio.context.currentTime + at;
  const oscillator = audio.context.createOscillator();
  const envelope = audio.context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = hertz;
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(volume, start + 0.005);
  envelope.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(envelope).connect(audio.output);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.02);
  restLater(audio.context);
}

export const synth = {
  /** 0 to 1. */
  volume: 1,
  /** Round and a little glassy: a sine with a quiet octave above. */
  bell(hertz: number, at: number, seconds: number, volume = 0.8): void {
    tone('sine', hertz, at, seconds, volume);
    tone('sine', hertz * 2.01, at, seconds * 0.5, volume * 0.18);
  },
  /** Wood on lacquer: a short triangle with a dull body under it. */
  knock(hertz: number): void {
    tone('triangle', hertz, 0, 0.09, 0.9);
    tone('sine', hertz / 2.6, 0, 0.12, 0.7);
  },
};

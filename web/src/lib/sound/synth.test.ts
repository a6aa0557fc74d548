import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { synth } from './synth.ts';

/** The browser's audio, as far as the synth uses it: jsdom has none. */
class FakeAudioContext {
  static opened: FakeAudioContext[] = [];
  readonly currentTime = 0;
  readonly destination = {};
  readonly suspend = vi.fn(async () => undefined);
  readonly resume = vi.fn(async () => undefined);
  readonly createGain = () => ({
    gain: {
      value: 0,
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: vi.fn(),
      exponentialRampToValueAtTime: vi.fn(),
    },
    connect: vi.fn(),
  });
  readonly createOscillator = () => ({
    ...{ type: '', frequency: { value: 0 }, start: vi.fn(), stop: vi.fn() },
    connect: (next: object) => ({ ...next, connect: vi.fn() }),
  });

  constructor() {
    FakeAudioContext.opened.push(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeAudioContext);
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'userActivation');
});

it('releases the audio device after ten seconds of silence, and takes it again for the next tone', () => {
  synth.knock(520);
  vi.advanceTimersByTime(9_000);
  synth.bell(390, 0, 0.2);
  const [context] = FakeAudioContext.opened;
  vi.advanceTimersByTime(9_999);
  expect(context?.suspend).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(context?.suspend).toHaveBeenCalledOnce();
  context?.resume.mockClear();
  synth.knock(520);
  expect(context?.resume).toHaveBeenCalled();
  expect(FakeAudioContext.opened).toHaveLength(1);
});

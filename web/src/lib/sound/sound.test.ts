import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { usePreferences } from '@/lib/state/preferences.ts';
import { play, speaker } from './sound.ts';
import { synth } from './synth.ts';

let knock: MockInstance;
let bell: MockInstance;

beforeEach(() => {
  vi.useFakeTimers();
  knock = vi.spyOn(synth, 'knock').mockReturnValue();
  bell = vi.spyOn(synth, 'bell').mockReturnValue();
  usePreferences.setState({ sound: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  speaker.isThisTab = true;
});

it('plays after the frame that shows the press', async () => {
  play('X');
  expect(knock).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  expect(knock).toHaveBeenCalledTimes(1);
});

it('plays at once in a hidden tab, and there only what calls to move', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  play('X');
  play('turn');
  await vi.advanceTimersByTimeAsync(50);
  expect(knock).not.toHaveBeenCalled();
  expect(bell).toHaveBeenCalledTimes(2);
});

it('plays nothing while another tab plays the sounds', async () => {
  speaker.isThisTab = false;
  play('X');
  await vi.advanceTimersByTimeAsync(50);
  expect(knock).not.toHaveBeenCalled();
});

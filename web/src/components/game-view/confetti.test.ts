import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { celebrate } from './confetti.ts';

const { fire, library } = vi.hoisted(() => {
  const fire = vi.fn();
  return { fire, library: vi.fn(() => ({ default: { create: () => fire } })) };
});
vi.mock('canvas-confetti', () => library());

const passSecond = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  document.documentElement.toggleAttribute('data-reduced-motion', false);
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.toggleAttribute('data-reduced-motion', true);
});

it('is left out when its library cannot be loaded', async () => {
  const failed = vi.fn();
  process.on('unhandledRejection', failed);
  library.mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  celebrate();
  await passSecond();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', failed);
  expect(failed).not.toHaveBeenCalled();
  vi.resetModules();
});

it('does not begin on the next screen when its library arrives late', async () => {
  const stop = celebrate();
  stop();
  await passSecond();
  expect(fire).not.toHaveBeenCalled();

  celebrate();
  await passSecond();
  expect(fire).toHaveBeenCalled();
});

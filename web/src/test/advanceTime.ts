import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Advances the fake clock by milliseconds and lets React render. */
export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

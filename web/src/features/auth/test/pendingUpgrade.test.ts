import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '@/lib/storage.ts';
import { rememberUpgrade, usePendingUpgrade } from '../model/upgrade.ts';

const DAY = 24 * 60 * 60_000;
const now = Date.UTC(2026, 10, 20, 12);
const upgrade = { userId: 'u1', email: 'mina@example.org' };

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

it('a pending upgrade ends after seven days, when the server deletes it', () => {
  rememberUpgrade(upgrade);
  const { result, rerender } = renderHook(() => usePendingUpgrade('u1'));
  vi.setSystemTime(now + 7 * DAY - 1);
  rerender();
  expect(result.current).toBe('mina@example.org');
  vi.setSystemTime(now + 7 * DAY);
  rerender();
  expect(result.current).toBeNull();
});

it.each([
  ['keeps one of this week', { ...upgrade, registeredAt: now - 7 * DAY + 1 }, true],
  ['removes one that is seven days old', { ...upgrade, registeredAt: now - 7 * DAY }, false],
  ['removes one without an instant', upgrade, false],
])('a start %s from the storage', async (_, stored, isKept) => {
  storage.write('pending_upgrade', JSON.stringify(stored));
  vi.resetModules();
  await import('../model/upgrade.ts');
  expect(storage.read('pending_upgrade')).toBe(isKept ? JSON.stringify(stored) : null);
});

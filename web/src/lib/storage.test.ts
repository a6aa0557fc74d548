import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isHintShown, markHintShown } from './state/hints.ts';
import { storage } from './storage.ts';

const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe.each<[string, () => void]>([
  ['blocked', () => vi.stubGlobal('localStorage', undefined)],
  [
    'full',
    () => vi.stubGlobal('localStorage', { getItem: () => 'old', setItem: full, removeItem: () => undefined }),
  ],
])('a storage that is %s', (_, becomes) => {
  beforeEach(becomes);
  afterEach(() => storage.remove('currentRoomState'));

  it('keeps what is written until the page is closed or it is removed', () => {
    storage.write('currentRoomState', 'new');
    expect(storage.read('currentRoomState')).toBe('new');
    storage.write('currentRoomState', 'newer');
    expect(storage.read('currentRoomState')).toBe('newer');
    storage.remove('currentRoomState');
    expect(storage.read('currentRoomState')).not.toBe('newer');
  });
});

it('a storage that takes values again has them for other tabs, and from them', () => {
  vi.stubGlobal('localStorage', undefined);
  storage.write('language', 'es');
  vi.unstubAllGlobals();
  expect(storage.read('language')).toBe('es');
  storage.write('language', 'hi');
  expect(localStorage.getItem('language')).toBe('hi');
  localStorage.setItem('language', 'bn');
  expect(storage.read('language')).toBe('bn');
});

it('a hint is shown once while the page is open, also when the browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(isHintShown('edge-row')).toBe(false);
  markHintShown('edge-row');
  expect(isHintShown('edge-row')).toBe(true);
});

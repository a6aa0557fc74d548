import type { Reward, User } from '@fifteen/contract';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { clearToasts, useToast } from '@/lib/toast.ts';
import { celebrateReward, claimReward, useResumedClaims } from '../index.ts';

let count = 0;
let isUp = true;
let claims: unknown[] = [];

/** The reward of another moment for each test. */
const reward = (): Reward => ({
  id: 'tutorial',
  items: [
    { kind: 'style', id: 'chalk', name: 'Chalk', description: '' },
    { kind: 'emoji', id: 'wave', name: '👋 Hello', description: '', glyph: '👋', animationType: 'shake' },
  ],
  earnedAt: new Date(count).toISOString(),
});

beforeEach(async () => {
  localStorage.clear();
  clearToasts();
  becomeUser({ id: 'u1' } as User);
  count += 1;
  isUp = true;
  claims = [];
  await startI18n();
  await loadLaterTexts();
  vi.stubGlobal('fetch', async (_: RequestInfo | URL, init?: RequestInit) => {
    if (!isUp) return Response.json({ error: '', message: '', code: 'FORBIDDEN' }, { status: 403 });
    claims.push(JSON.parse(String(init?.body)));
    return Response.json({ reward: reward(), earnedNow: claims.length === 1 });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('claims a reward once for a user and celebrates it with the names of its items', async () => {
  for (let i = 0; i < 3; i += 1) await claimReward('u1', 'tutorial');
  expect(claims).toEqual([{ reward: 'tutorial' }]);
  expect(useToast.getState().current?.title).toBe('You earned Chalk and 👋');
});

it('celebrates once what the response and the message to all tabs bring', async () => {
  await claimReward('u1', 'tutorial');
  await celebrateReward(reward(), null);
  expect(useToast.getState().waiting).toEqual([]);
});

it('keeps a claim that failed, and sends it with the next visit and the next connection', async () => {
  isUp = false;
  await claimReward('u1', 'tutorial');
  await claimReward('u1', 'review');
  expect(useToast.getState().current).toBeNull();
  renderHook(() => useResumedClaims('u1'));
  isUp = true;
  renderHook(() => useResumedClaims('u2'));
  expect(claims).toEqual([]);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(claims).toEqual([{ reward: 'tutorial' }, { reward: 'review' }]));
  // The next test would see it otherwise.
  await waitFor(() => expect(useToast.getState().current).not.toBeNull());
});

it('starts anew from damaged storage', async () => {
  localStorage.setItem('rewardClaims', '{');
  await claimReward('u1', 'review');
  expect(claims).toEqual([{ reward: 'review' }]);
});

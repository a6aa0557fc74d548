import type { User } from '@fifteen/contract';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { openPage } from '@/lib/page.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { json } from '@/test/json.ts';
import { storage } from '@/lib/storage.ts';
import { becomeUser, findCurrentUser, refreshUser, signedInUserId, startSession } from './session.ts';

vi.mock('@/lib/page.ts');

const mina = { id: 'mina', username: 'mina' } as User;
const ben = { id: 'ben', username: 'ben' } as User;
const fetched = vi.fn<typeof fetch>();
const unauthorized = () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' });
const storedKeys = ['currentRoomState', 'lastGameStarted', 'localGames', 'pending_upgrade'] as const;
const buy = () => api.shop.purchaseEmoji({ body: { emojiId: 'e1', price: 10 } });

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fetched.mockReset();
  queryClient.clear();
  localStorage.clear();
  startSession();
  becomeUser(mina);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['signed out', null],
  ['was replaced by another one', ben],
])('a call is not repeated after its user %s', async (_, next) => {
  fetched.mockImplementation(async () => json(503, {}));
  const failed = expect(buy()).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(500);
  becomeUser(next);
  await vi.advanceTimersByTimeAsync(5_000);
  await failed;
  expect(fetched.mock.calls.filter(([url]) => url !== '/api/auth/session')).toHaveLength(1);
});

it('a call names its user, whose lost session ends none of another user', async () => {
  const answer = Promise.withResolvers<Response>();
  fetched.mockReturnValue(answer.promise);
  const failed = expect(buy()).rejects.toMatchObject({ status: 401 });
  becomeUser(ben);
  answer.resolve(unauthorized());
  await failed;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Expected-User': 'mina' });
  expect(signedInUserId()).toBe('ben');
  expect(openPage).not.toHaveBeenCalled();
});

it('a user who signs in in another tab while the loss of a session is shown stays signed in', async () => {
  fetched.mockImplementation(async () => unauthorized());
  await expect(buy()).rejects.toMatchObject({ status: 401 });
  becomeUser(ben);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signedInUserId()).toBe('ben');
  expect(openPage).not.toHaveBeenCalled();
});

it.each([
  ['removes what is stored about a user whose session has ended', null],
  ['ends no session that the upgrade in another tab has replaced', mina],
])('a rejected call %s', async (_, user) => {
  for (const key of storedKeys) storage.write(key, '{}');
  fetched.mockImplementation(async (url) =>
    url === '/api/auth/session' ? json(200, { user }) : unauthorized(),
  );
  await expect(buy()).rejects.toMatchObject({ status: 401 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signedInUserId()).toBe(user && 'mina');
  for (const key of storedKeys) expect(storage.read(key)).toBe(user && '{}');
});

it.each([
  ['removes', 'ended', null],
  ['keeps', 'was replaced by that of another one', ben],
])('a start %s what is stored about a user whose session %s meanwhile', async (_, _how, next) => {
  for (const key of storedKeys) storage.write(key, '{}');
  queryClient.clear();
  fetched.mockImplementation(async () => json(200, { user: next }));
  startSession();
  await vi.advanceTimersByTimeAsync(0);
  for (const key of storedKeys) expect(storage.read(key)).toBe(next && '{}');
});

it('a session that another tab replaces keeps what is stored about its user, until another one signs in', async () => {
  for (const key of storedKeys) storage.write(key, '{}');
  // The first request still has the cookie of the guest, whose session the upgrade in the other tab has ended.
  for (const user of [null, mina, null]) {
    fetched.mockImplementation(async () => json(200, { user }));
    await refreshUser();
    expect(await findCurrentUser()).toEqual(user);
    for (const key of storedKeys) expect(storage.read(key)).toBe('{}');
  }
  becomeUser(ben);
  for (const key of storedKeys) expect(storage.read(key)).toBeNull();
});

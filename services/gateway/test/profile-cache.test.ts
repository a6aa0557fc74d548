import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { Cosmetics } from '@fifteen/proto/economy';
import { Account } from '@fifteen/proto/identity';
import { PlayerRecord } from '@fifteen/proto/leaderboard';
import { AppError, createLog } from '@fifteen/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PlayerLoader } from '../src/players/player-loader.ts';
import { ProfileCache } from '../src/players/profile-cache.ts';

const log = createLog('test', 'silent');

test('keeps a name while the record is loaded again, but not after a change of the account', () => {
  const id = toUserId(randomUUID());
  const profiles = new ProfileCache(new PlayerLoader({} as never, log), log);
  profiles.store({
    account: Account.fromPartial({ id, displayName: 'Ann' }),
    cosmetics: undefined,
    record: undefined,
  });
  profiles.dropRecord(id);
  expect(profiles.get(id)).toMatchObject({ displayName: 'Ann' });
  profiles.drop(id);
  expect(profiles.get(id)).toMatchObject({ displayName: 'Player' });
});

test('keeps a name when the record changes twice before it is loaded again', () => {
  const id = toUserId(randomUUID());
  const profiles = new ProfileCache(new PlayerLoader({} as never, log), log);
  const account = Account.fromPartial({ id, displayName: 'Ann' });
  profiles.store({ account, cosmetics: undefined, record: undefined });
  for (let change = 0; change < 2; change += 1) profiles.dropRecord(id);
  expect(profiles.get(id)).toMatchObject({ displayName: 'Ann' });
});

test.each([
  ['before', 'dropCosmetics', 'dropRecord'],
  ['after', 'dropRecord', 'dropCosmetics'],
] as const)(
  'keeps a name while changed cosmetics are loaded, also %s a change of the record',
  async (_, first, second) => {
    const id = toUserId(randomUUID());
    const account = Account.fromPartial({ id, displayName: 'Ann' });
    const find = vi.fn(async () => [{ account, cosmetics: undefined, record: undefined }]);
    const profiles = new ProfileCache({ find } as never, log);
    profiles.store({ account, cosmetics: undefined, record: undefined });
    for (const change of [first, second]) profiles[change](id);
    expect(profiles.get(id)).toMatchObject({ displayName: 'Ann' });
    await profiles.load([id]);
    expect(find).toHaveBeenCalledWith([id]);
  },
);

test('while identity is unavailable, a player whose profile was removed after a game keeps the last one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const id = toUserId(randomUUID());
  const find = async () => {
    throw new AppError('SERVICE_UNAVAILABLE');
  };
  const profiles = new ProfileCache({ find } as never, log);
  profiles.store({
    account: Account.fromPartial({ id, displayName: 'Ann' }),
    cosmetics: undefined,
    record: undefined,
  });
  profiles.dropRecord(id);
  // So old a profile is loaded as a whole.
  vi.advanceTimersByTime(61_000);
  expect(profiles.peek(id)).toBeUndefined();
  await profiles.load([id]);
  expect(profiles.peek(id)).toMatchObject({ displayName: 'Ann' });
});

test('refreshes a profile after a minute, also when the wall clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const id = toUserId(randomUUID());
  const find = vi.fn(async () => []);
  const profiles = new ProfileCache({ find } as never, log);
  const account = Account.fromPartial({ id, displayName: 'Ann' });
  const record = PlayerRecord.fromPartial({ userId: id });
  profiles.store({ account, cosmetics: Cosmetics.fromPartial({ userId: id }), record });
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(61_000);
  profiles.peek(id);
  await vi.waitFor(() => expect(find).toHaveBeenCalledWith([id]));
});

test('removes the profiles that nothing has used for ten minutes', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const ids = {
    used: toUserId(randomUUID()),
    unused: toUserId(randomUUID()),
    outdated: toUserId(randomUUID()),
  };
  const profiles = new ProfileCache({ find: () => Promise.reject(new Error('unavailable')) } as never, log);
  for (const id of Object.values(ids)) {
    const account = Account.fromPartial({ id, displayName: 'Ann' });
    profiles.store({ account, cosmetics: undefined, record: undefined });
  }
  profiles.dropRecord(ids.outdated);
  for (let minute = 0; minute < 13; minute += 1) {
    expect(profiles.get(ids.used)).toMatchObject({ displayName: 'Ann' });
    vi.advanceTimersByTime(60_000);
  }
  for (const id of [ids.unused, ids.outdated])
    expect(profiles.get(id)).toMatchObject({ displayName: 'Player' });
});

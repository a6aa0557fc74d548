import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { Account } from '@fifteen/proto/identity';
import { createLog } from '@fifteen/runtime';
import { expect, test } from 'vitest';
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

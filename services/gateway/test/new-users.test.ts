import { toUserId } from '@fifteen/domain';
import { Account } from '@fifteen/proto/identity';
import { unavailable } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { NewUsers } from '../src/account/own-user.ts';

type Clients = ConstructorParameters<typeof NewUsers>[0];

test('new users share one request for their stake limit, and one that fails is repeated', async () => {
  const responses = [
    () => Promise.reject(unavailable('game')),
    () => Promise.resolve({ coins: 5_000, games: 20 }),
  ];
  let requests = 0;
  const getStakeLimit = () => responses[requests++]?.() ?? Promise.reject(new Error('a request too many'));
  const newUsers = new NewUsers({ game: { calls: { getStakeLimit } } } as unknown as Clients);
  const load = (id: string) =>
    newUsers.load(Account.fromPartial({ id: toUserId(id), username: id, guest: true }), 1_000);

  expect(await load('first')).not.toHaveProperty('stakeLimit');
  for (const id of ['second', 'third'])
    expect(await load(id)).toMatchObject({ id, coins: 1_000, stakeLimit: { coins: 5_000, games: 20 } });
  expect(requests).toBe(2);
});

import { toUserId } from '@fifteen/domain';
import { Account } from '@fifteen/proto/identity';
import { AppError, unavailable } from '@fifteen/runtime';
import { describe, expect, test } from 'vitest';
import { loadOwnUser } from '../src/account/own-user.ts';
import { userRoutes } from '../src/players/routes.ts';
import { awardRoutes } from '../src/shop/award-routes.ts';
import { rewardRoutes } from '../src/shop/reward-routes.ts';
import { Gifts } from '../src/shop/gifts.ts';
import { Shop } from '../src/shop/shop.ts';

const userId = toUserId('new');
const failWith = (code: 'USER_NOT_FOUND' | 'INVALID_GAME') => () => Promise.reject(new AppError(code));
const limits = { action: () => Promise.resolve() };

describe('a new user whose wallet is not open yet, as after an outage of the economy', () => {
  test('has the coins of a new user in the profile and the statistics', async () => {
    const account = Account.fromPartial({ id: userId, username: 'new' });
    const economy = { getBalances: () => Promise.resolve({ balances: [] }) };
    const game = { calls: { getStakeLimit: () => Promise.resolve({}) } };
    const person = { account, cosmetics: undefined, record: undefined };
    const playerLoader = { load: () => Promise.resolve(person), find: () => Promise.resolve([person]) };
    const deps = { clients: { economy, game }, playerLoader, profiles: { store: () => undefined } } as never;
    const user = await loadOwnUser(deps, account);
    expect(user).toMatchObject({ id: userId, coins: 1_000 });
    expect(user).not.toHaveProperty('isBalanceUnknown');
    const { ownStats } = userRoutes(deps).users;
    expect(await ownStats({ caller: { userId } } as never)).toMatchObject({ userId, coins: 1_000 });
  });

  test('has an unknown balance while the economy is unavailable, and signs in nevertheless', async () => {
    const account = Account.fromPartial({ id: userId, username: 'new' });
    const economy = { getBalances: () => Promise.reject(unavailable('economy')) };
    const game = { calls: { getStakeLimit: () => Promise.resolve({}) } };
    const playerLoader = { load: async () => ({ account, cosmetics: undefined, record: undefined }) };
    const deps = { clients: { economy, game }, playerLoader } as never;
    expect(await loadOwnUser(deps, account)).toMatchObject({ id: userId, isBalanceUnknown: true });
  });

  test('has no unknown balance when the economy rejects the query: that is a defect', async () => {
    const account = Account.fromPartial({ id: userId, username: 'new' });
    const economy = { getBalances: () => Promise.reject(new AppError('FORBIDDEN')) };
    const game = { calls: { getStakeLimit: () => Promise.resolve({}) } };
    const playerLoader = { load: async () => ({ account, cosmetics: undefined, record: undefined }) };
    const deps = { clients: { economy, game }, playerLoader } as never;
    await expect(loadOwnUser(deps, account)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('sees the own record without a balance while the economy is unavailable', async () => {
    const account = Account.fromPartial({ id: userId, username: 'new' });
    const economy = { getBalances: () => Promise.reject(unavailable('economy')) };
    const playerLoader = { find: async () => [{ account, cosmetics: undefined, record: undefined }] };
    const profiles = { store: () => undefined };
    const { ownStats } = userRoutes({ clients: { economy }, playerLoader, profiles } as never).users;
    const stats = await ownStats({ caller: { userId } } as never);
    expect(stats).toMatchObject({ userId, level: 1 });
    expect(stats).not.toHaveProperty('coins');
  });

  test('may claim an award again', async () => {
    await expect(award('USER_NOT_FOUND')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(award('INVALID_GAME')).rejects.toMatchObject({ code: 'INVALID_GAME' });
  });

  test('may claim a reward again', async () => {
    const { claim } = rewardRoutes({
      clients: { economy: { earnReward: failWith('USER_NOT_FOUND') } },
      limits,
    } as never);
    const request = { body: { reward: 'tutorial' }, caller: { userId } };
    await expect(claim(request as never)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('may be sent a gift again', async () => {
    const friendId = toUserId('friend');
    const clients = {
      social: { getRelations: () => Promise.resolve({ relations: [{ friend: true }] }) },
      identity: { getAccounts: () => Promise.resolve({ accounts: [Account.fromPartial({ id: userId })] }) },
      economy: { sendGift: failWith('USER_NOT_FOUND') },
    };
    const caller = { userId: friendId, guest: false, account: Account.fromPartial({ id: friendId }) };
    const gift = { recipientId: userId, amount: 1, message: '', key: '' };
    await expect(new Gifts({ clients, limits } as never).send(caller as never, gift)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  test('may buy and equip again', async () => {
    const economy = { buyItem: failWith('USER_NOT_FOUND'), equipItem: failWith('USER_NOT_FOUND') };
    const shop = new Shop({ clients: { economy }, limits } as never);
    await expect(shop.buy({ userId } as never)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(shop.equip(userId, 'emoji' as never, 'cat')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});

function award(code: 'USER_NOT_FOUND' | 'INVALID_GAME'): Promise<unknown> {
  const routes = awardRoutes({ clients: { economy: { awardAiWin: failWith(code) } }, limits } as never);
  const request = {
    body: { userId, reason: '' },
    caller: { userId },
    ip: '10.0.0.1',
    request: { headers: {} },
  };
  return routes.award(request as never) as Promise<unknown>;
}

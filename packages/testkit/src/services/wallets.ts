import { randomUUID } from 'node:crypto';
import { DEFAULT_COINS, toUserId, type UserId } from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import type { Lifecycle } from '@fifteen/runtime';
import type { Caller } from '@fifteen/topology';
import { withRetriesOfEach } from '../retries.ts';
import { connectAs } from './rpc.ts';

/** Returns functions for the wallets of an economy service. */
export function testWallets(address: string, lifecycle: Lifecycle) {
  const connect = (caller: Caller) =>
    withRetriesOfEach(connectAs(caller, EconomyServiceDefinition, address, lifecycle));
  const [identity, admin, gateway] = [connect('identity'), connect('admin'), connect('gateway')];
  return {
    /** Creates a user with so many coins: 1000, or more by a top-up. */
    newUser: async (coins = DEFAULT_COINS): Promise<UserId> => {
      const userId = toUserId(randomUUID());
      await identity.openWallet({ userId });
      const reference = `start:${userId}`;
      if (coins > DEFAULT_COINS) await admin.topUp({ userId, amount: coins - DEFAULT_COINS, reference });
      return userId;
    },
    /** Returns the coins of users, in their order; 0 without a wallet. */
    coinsOf: async (...userIds: readonly UserId[]): Promise<number[]> => {
      const { balances } = await gateway.getBalances({ userIds: [...userIds] });
      return userIds.map((id) => balances.find(({ userId }) => userId === id)?.coins ?? 0);
    },
  };
}

import { toUserId } from '@fifteen/domain';
import { connect } from '../admin/connect.ts';
import type { BenchPlayer } from './bench-player.ts';

/** Coins of each player at the beginning: enough for a thousand lost games. */
const COINS = 5_000_000;

/** Credits coins to players, as a purchase would. */
export async function creditCoins(players: readonly BenchPlayer[]): Promise<void> {
  const { clients, close } = connect();
  for (const { userId } of players)
    await clients.economy.topUp({ userId: toUserId(userId), amount: COINS, reference: `bench-${userId}` });
  await close();
}

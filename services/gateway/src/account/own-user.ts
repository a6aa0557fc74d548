import type { User } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { Account } from '@fifteen/proto/identity';
import { isAppError } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import { toOwnUser } from '../translation/player.ts';
import type { PlayerLoader } from '../players/player-loader.ts';

/** Milliseconds that the profile waits for the game service. */
const STAKE_LIMIT_MS = 500;

interface Deps {
  clients: Pick<Clients, 'economy' | 'game'>;
  playerLoader: PlayerLoader;
}

/** Returns the signed-in user, with the fields that only they may see. */
export async function loadOwnUser(
  { clients, playerLoader }: Deps,
  account: Account | undefined,
): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const [person, { balances }, stakeLimit] = await Promise.all([
    playerLoader.load(account),
    clients.economy.getBalances({ userIds: [account.id] }),
    stakeLimitOf(clients, account.id),
  ]);
  return { ...toOwnUser(person, balances[0]?.coins ?? 0), ...(stakeLimit && { stakeLimit }) };
}

/** Returns a user who was created a moment ago: records and cosmetics are not loaded, because there are none yet. */
export async function loadNewUser(
  { clients }: Pick<Deps, 'clients'>,
  account: Account | undefined,
  coins: number,
): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const stakeLimit = await stakeLimitOf(clients, account.id);
  const person = { account, cosmetics: undefined, record: undefined };
  return { ...toOwnUser(person, coins), ...(stakeLimit && { stakeLimit }) };
}

/** Returns undefined while the game service is unavailable: the start of a game decides anyway. */
async function stakeLimitOf({ game }: Deps['clients'], userId: UserId): Promise<User['stakeLimit']> {
  try {
    const { coins, games } = await game.calls.getStakeLimit({ userId }, { limitMs: STAKE_LIMIT_MS });
    return coins === undefined ? undefined : { coins, games };
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

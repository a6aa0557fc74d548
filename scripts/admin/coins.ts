import type { Command } from './connect.ts';
import { UsageError, parseArguments } from './usage-error.ts';
import { findRecipient } from './user.ts';

/** Credits coins that were bought outside the app. Repeating the same payment changes nothing and prints the same. */
export function grantCoins(args: string[]): Command {
  const { user, amount, reference } = parseArguments(args, ['user', 'amount', 'reference']).values;
  if (!/^[1-9][0-9]{0,12}$/.test(amount)) throw new UsageError('--amount is a whole number of coins.');
  return async ({ economy, identity }) => {
    const account = await findRecipient(identity, user);
    const { coins } = await economy.topUp({ userId: account.id, amount: Number(amount), reference });
    console.log(`${amount} coins for ${account.username} under ${reference}: ${coins} coins now`);
    return true;
  };
}

import type { Command } from './connect.ts';
import { parseArguments } from './usage-error.ts';

/** Prints the players whose games an operator should review, with those games. */
export function listFlags(args: string[]): Command {
  parseArguments(args, []);
  return async ({ game, identity }) => {
    const { flags } = await game().listFairPlayFlags({});
    const { accounts } = await identity.getAccounts({ ids: [...new Set(flags.map(({ userId }) => userId))] });
    const names = new Map(accounts.map((account) => [account.id, account.username]));
    for (const { userId, kind, raisedAt, seenAt, gameIds } of flags) {
      const [since, until] = [raisedAt, seenAt].map((at) => at?.toISOString().slice(0, 10));
      console.log(`${kind.padEnd(8)}  ${names.get(userId) ?? userId}  ${since} to ${until}`);
      for (const gameId of gameIds) console.log(`          ${gameId}`);
    }
    console.log(flags.length === 0 ? 'Nobody is flagged.' : `${flags.length} to look at.`);
    return true;
  };
}

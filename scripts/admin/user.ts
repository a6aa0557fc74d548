import type { Clients, Command } from './connect.ts';
import { parseArguments } from './usage-error.ts';

/** Prints the user with a name, an e-mail address or an id, with their balance and items. */
export function showUser(args: string[]): Command {
  const [name = ''] = parseArguments(args, [], 1).positionals;
  return async ({ economy, identity }) => {
    const { account } = await identity.findAccount({ name });
    const { balances } = await economy.getBalances({ userIds: [account.id] });
    const { items } = await economy.listOwnedItems({ userId: account.id });
    const { cosmetics } = await economy.getCosmetics({ userIds: [account.id] });
    const lines = {
      id: account.id,
      username: account.username,
      'display name': account.displayName,
      'e-mail': account.guest ? '' : `${account.email} (${account.emailVerified ? '' : 'not '}verified)`,
      kind: kindOf(account),
      since: account.createdAt?.toISOString() ?? '',
      'banned since': account.bannedAt?.toISOString() ?? 'not banned',
      coins: String(balances[0]?.coins ?? 0),
      items: items.map(({ itemId }) => itemId).join(', '),
      'piece style': cosmetics[0]?.pieceStyle ?? '',
      frame: cosmetics[0]?.frame || 'none',
    };
    for (const [label, value] of Object.entries(lines)) console.log(`${label.padEnd(12)}  ${value}`);
    return true;
  };
}

/** Returns the kind of a user; a registration has no account before its code is entered. */
function kindOf({ guest, emailVerified }: { guest: boolean; emailVerified: boolean }): string {
  if (guest) return 'guest';
  return emailVerified ? 'member' : 'registration without an account';
}

/** Ends all sessions of a user. */
export function logOutUser(args: string[]): Command {
  const [name = ''] = parseArguments(args, [], 1).positionals;
  return async ({ identity }) => {
    const { account } = await identity.findAccount({ name });
    await identity.endSessions({ userId: account.id });
    console.log(`${account.username} is logged out on every device.`);
    return true;
  };
}

/** Bans a user: ends all sessions and allows no new one. Repeating it changes nothing and prints the same. */
export function banUser(args: string[]): Command {
  const [name = ''] = parseArguments(args, [], 1).positionals;
  return async ({ identity }) => {
    const { account } = await identity.findAccount({ name });
    await identity.banUser({ userId: account.id });
    console.log(`${account.username} is banned, and logged out on every device.`);
    return true;
  };
}

/** Ends the ban of a user. Repeating it changes nothing and prints the same. */
export function unbanUser(args: string[]): Command {
  const [name = ''] = parseArguments(args, [], 1).positionals;
  return async ({ identity }) => {
    const { account } = await identity.findAccount({ name });
    await identity.unbanUser({ userId: account.id });
    console.log(`${account.username} is not banned, and can log in.`);
    return true;
  };
}

/** Deletes a user for good. It takes an id only, because a mistyped name can be that of another user. */
export function deleteUser(args: string[]): Command {
  const [id = ''] = parseArguments(args, [], 1).positionals;
  return async ({ identity }) => {
    const account = await findRecipient(identity, id);
    if (account.id !== id) throw new Error(`A deletion takes the id of ${account.username}: ${account.id}`);
    await identity.deleteUser({ userId: account.id });
    console.log(`${account.username} is deleted.`);
    return true;
  };
}

/**
 * Returns the user to whom something is given: by any name a user with a confirmed address, by the id a guest. Anyone can
 * enter any address into a registration that then waits for its code, so the address of one names no user.
 * @throws USER_NOT_FOUND, or an error that says what the name is
 */
export async function findRecipient(identity: Clients['identity'], name: string) {
  const { account } = await identity.findAccount({ name });
  if (account.emailVerified || (account.guest && account.id === name)) return account;
  throw new Error(
    account.guest
      ? `"${name}" is of a guest, who has not confirmed an address. Use the id of the guest.`
      : `"${name}" is of a registration that waits for its code. It has no account yet.`,
  );
}

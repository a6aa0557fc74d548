import type { Clients, Command } from './connect.ts';
import { parseArguments } from './usage-error.ts';
import { findRecipient } from './user.ts';

/** Grants an item without coins. Repeating the same reference changes nothing and prints the same. */
export function grantItem(args: string[]): Command {
  const { user, item, reference } = parseArguments(args, ['user', 'item', 'reference']).values;
  return async ({ economy, identity }) => {
    const account = await findRecipient(identity, user);
    const catalogueItem = (await catalogue(economy)).find(({ id }) => id === item);
    if (!catalogueItem) throw new Error(`There is no item "${item}".`);
    await economy.grantItem({ userId: account.id, kind: catalogueItem.kind, itemId: item, reference });
    console.log(`${catalogueItem.name} for ${account.username} under ${reference}`);
    return true;
  };
}

/** Prints all items that can be granted. */
export function listItems(args: string[]): Command {
  parseArguments(args, []);
  return async ({ economy }) => {
    for (const { id, price, name } of await catalogue(economy))
      console.log(`${id.padEnd(16)}  ${String(price).padStart(13)}  ${name}`);
    return true;
  };
}

async function catalogue(economy: Clients['economy']) {
  return (await economy.getCatalogue({})).items;
}

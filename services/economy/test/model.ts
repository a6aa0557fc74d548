/**
 * What the ledger should do, said again in the simplest way: a few maps, one command after the other. It shares no word
 * with the SQL that it judges.
 */

export type Command =
  | { verb: 'signup' | 'expire' | 'award'; user: string }
  | { verb: 'topUp'; user: string; amount: number; reference: string }
  | { verb: 'grant'; user: string; item: string; reference: string }
  | { verb: 'hold'; game: string; x: string; o: string; bet: number }
  | { verb: 'void'; game: string }
  | { verb: 'finish'; game: string; winner: string };

interface StakeModel {
  terms?: { x: string; o: string; bet: number };
  /** `held`, `settled <winner>`, `refunded` or `void <who was short>`. */
  state: string;
}

/** The books. Cloned by `structuredClone`. */
export interface Books {
  wallets: Map<string, number>;
  left: Set<string>;
  awarded: Set<string>;
  payments: Map<string, string>;
  stakes: Map<string, StakeModel>;
  /** Who was given what, by reference; nobody is given a thing twice. */
  grants: Map<string, string>;
}

export const emptyBooks = (): Books => ({
  wallets: new Map(),
  left: new Set(),
  awarded: new Set(),
  payments: new Map(),
  stakes: new Map(),
  grants: new Map(),
});

/** Does it, and says what the answer is: a state, a balance, or the code of a refusal. */
export function perform(books: Books, command: Command): string {
  switch (command.verb) {
    case 'signup':
      if (!books.wallets.has(command.user)) books.wallets.set(command.user, 1_000);
      return balance(books, command.user);
    case 'expire':
      books.wallets.set(command.user, 0);
      books.left.add(command.user);
      return '0';
    case 'award':
      if (!canOwn(books, command.user)) return 'NOT_FOUND';
      if (!books.awarded.has(command.user)) add(books, command.user, 100);
      books.awarded.add(command.user);
      return balance(books, command.user);
    case 'topUp':
      return topUp(books, command);
    case 'grant':
      return grant(books, command);
    case 'hold':
      return hold(books, command);
    case 'void':
      if (!books.stakes.has(command.game)) books.stakes.set(command.game, { state: 'void ' });
      return books.stakes.get(command.game)!.state;
    case 'finish':
      return finish(books, command);
  }
}

const canOwn = (books: Books, user: string): boolean => books.wallets.has(user) && !books.left.has(user);
const balance = (books: Books, user: string): string => String(books.wallets.get(user) ?? 0);
const add = (books: Books, user: string, coins: number): void => {
  if (!books.left.has(user)) books.wallets.set(user, (books.wallets.get(user) ?? 0) + coins);
};

function topUp(books: Books, { user, amount, reference }: Command & { verb: 'topUp' }): string {
  if (!canOwn(books, user)) return 'NOT_FOUND';
  const terms = `${user} ${amount}`;
  const before = books.payments.get(reference);
  if (before !== undefined && before !== terms) return 'CONFLICT';
  if (before === undefined) add(books, user, amount);
  books.payments.set(reference, terms);
  return balance(books, user);
}

function grant(books: Books, { user, item, reference }: Command & { verb: 'grant' }): string {
  if (!canOwn(books, user)) return 'NOT_FOUND';
  const terms = `${user} ${item}`;
  const before = books.grants.get(reference);
  if (before !== undefined) return before === terms ? 'given' : 'CONFLICT';
  if ([...books.grants.values()].includes(terms)) return 'ALREADY_OWNED';
  books.grants.set(reference, terms);
  return 'given';
}

function hold(books: Books, { game, x, o, bet }: Command & { verb: 'hold' }): string {
  const before = books.stakes.get(game);
  if (before) {
    const { terms } = before;
    const same = !terms || (terms.x === x && terms.o === o && terms.bet === bet);
    return same ? before.state : 'CONFLICT';
  }
  const short = [x, o].filter((user) => (books.wallets.get(user) ?? 0) < Math.max(bet, 1_000)).toSorted();
  const state = short.length ? `void ${short.join(',')}` : 'held';
  books.stakes.set(game, { terms: { x, o, bet }, state });
  if (state === 'held') for (const user of [x, o]) add(books, user, -bet);
  return state;
}

function finish(books: Books, { game, winner }: Command & { verb: 'finish' }): string {
  const stake = books.stakes.get(game);
  if (!stake) return 'NOT_FOUND';
  const end = winner ? `settled ${winner}` : 'refunded';
  if (stake.state !== 'held' || !stake.terms) {
    const same = stake.state === end || (stake.state.startsWith('void') && !winner);
    return same ? stake.state : 'CONFLICT';
  }
  const { x, o, bet } = stake.terms;
  if (winner && winner !== x && winner !== o) return 'INVALID';
  if (winner) add(books, winner, 2 * bet);
  else for (const user of [x, o]) add(books, user, bet);
  stake.state = end;
  return end;
}

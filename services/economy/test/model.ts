/**
 * What the ledger should do, said again in the simplest way: a few maps, one command after the other. It shares no word
 * with the SQL that it judges.
 */

export type Command =
  | { verb: 'signup' | 'expire' | 'award'; user: string }
  | { verb: 'topUp'; user: string; amount: number; reference: string }
  | { verb: 'grant'; user: string; item: string; reference: string }
  | { verb: 'buy'; user: string; item: string; key: string }
  | { verb: 'wear'; user: string; item: string }
  | { verb: 'gift'; from: string; to: string; amount: number; key: string }
  | { verb: 'week'; user: string; rank: number }
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
  /** Who was given what, by reference. */
  grants: Map<string, string>;
  /** Who owns what, and the key of the purchase if it was one. */
  owned: Map<string, string>;
  worn: Map<string, string>;
  /** Their terms by the sender's key, or by themselves. */
  gifts: Map<string, string>;
  /** How many somebody has sent, and how many coins. */
  sent: Map<string, { times: number; coins: number }>;
  /** Who has which rank of the one week. */
  ranks: Map<number, string>;
}

/** What is sold here, and for how much; the style is for nobody to buy. */
export const PRICES: Readonly<Record<string, number>> = { wave: 50_000, smile: 50_000 };
export const STYLE = 'autumn';
/** Whose address was proved today: gives 1,000 coins a day. */
export const YOUNG = 'dan';
const REWARDS: Readonly<Record<number, number>> = { 1: 30_000_000, 11: 1_000_000 };

export const emptyBooks = (): Books => ({
  wallets: new Map(),
  left: new Set(),
  awarded: new Set(),
  payments: new Map(),
  stakes: new Map(),
  grants: new Map(),
  owned: new Map(),
  worn: new Map(),
  gifts: new Map(),
  sent: new Map(),
  ranks: new Map(),
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
      for (const thing of books.owned.keys())
        if (thing.startsWith(`${command.user} `)) books.owned.delete(thing);
      books.worn.delete(command.user);
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
    case 'buy':
      return buy(books, command);
    case 'wear':
      return wear(books, command);
    case 'gift':
      return gift(books, command);
    case 'week':
      return week(books, command);
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
  if (books.owned.has(terms)) return 'ALREADY_OWNED';
  books.grants.set(reference, terms);
  books.owned.set(terms, '');
  return 'given';
}

function buy(books: Books, { user, item, key }: Command & { verb: 'buy' }): string {
  if (!canOwn(books, user)) return 'NOT_FOUND';
  const thing = `${user} ${item}`;
  const boughtBy = books.owned.get(thing);
  if (boughtBy !== undefined)
    return `${key && key === boughtBy ? 'bought' : 'owned'} ${balance(books, user)}`;
  const price = PRICES[item]!;
  if (books.wallets.get(user)! < price) return 'INSUFFICIENT_COINS';
  add(books, user, -price);
  books.owned.set(thing, key);
  return `bought ${balance(books, user)}`;
}

function wear(books: Books, { user, item }: Command & { verb: 'wear' }): string {
  if (!canOwn(books, user)) return 'NOT_FOUND';
  if (item === 'default') books.worn.delete(user);
  else if (books.owned.has(`${user} ${item}`)) books.worn.set(user, item);
  else return 'NOT_OWNED';
  return `wears ${item}`;
}

function gift(books: Books, { from, to, amount, key }: Command & { verb: 'gift' }): string {
  const terms = `${from} ${to} ${amount}`;
  const before = books.gifts.get(key ? `${from} ${key}` : terms);
  if (before !== undefined) return before === terms ? balance(books, from) : 'CONFLICT';
  if (!canOwn(books, from) || !canOwn(books, to)) return 'NOT_FOUND';
  if (books.wallets.get(from)! < amount) return 'INSUFFICIENT_COINS';
  const { times, coins } = books.sent.get(from) ?? { times: 0, coins: 0 };
  if (times >= 30 || (from === YOUNG && coins + amount > 1_000)) return 'TOO_MANY_REQUESTS';
  books.sent.set(from, { times: times + 1, coins: coins + amount });
  for (const name of [terms, ...(key ? [`${from} ${key}`] : [])]) books.gifts.set(name, terms);
  add(books, from, -amount);
  add(books, to, amount);
  return balance(books, from);
}

function week(books: Books, { user, rank }: Command & { verb: 'week' }): string {
  if (!canOwn(books, user)) return 'NOT_FOUND';
  const holder = books.ranks.get(rank);
  if (holder !== undefined) return holder === user ? balance(books, user) : 'CONFLICT';
  if ([...books.ranks.values()].includes(user)) return 'CONFLICT';
  books.ranks.set(rank, user);
  add(books, user, REWARDS[rank]!);
  return balance(books, user);
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

/** Reference implementation of the ledger: a few maps, one command after the other. It shares no code with the SQL. */

export type Command =
  | { type: 'signup' | 'expire' | 'award'; user: string }
  | { type: 'topUp'; user: string; amount: number; reference: string }
  | { type: 'grant'; user: string; item: string; reference: string }
  | { type: 'buy'; user: string; item: string; key: string }
  | { type: 'equip'; user: string; item: string }
  | { type: 'gift'; from: string; to: string; amount: number; key: string }
  | { type: 'weeklyReward'; user: string; rank: number }
  | { type: 'hold'; game: string; x: string; o: string; bet: number }
  | { type: 'void'; game: string }
  | { type: 'finish'; game: string; winner: string };

interface StakeModel {
  terms?: { x: string; o: string; bet: number };
  /** `held`, `settled <winner>`, `refunded` or `void <users without enough coins>`. */
  state: string;
}

/** The state of the ledger. Cloned by `structuredClone`. */
export interface ModelLedger {
  wallets: Map<string, number>;
  expired: Set<string>;
  awarded: Set<string>;
  payments: Map<string, string>;
  stakes: Map<string, StakeModel>;
  /** `<user> <item>` of each grant, by reference. */
  grants: Map<string, string>;
  /** The key of the purchase, or an empty string, by `<user> <item>`. */
  owned: Map<string, string>;
  equipped: Map<string, string>;
  /** Terms of each gift, by the sender's key and by the terms themselves. */
  gifts: Map<string, string>;
  /** Number of gifts and their coins, by sender. */
  sent: Map<string, { times: number; coins: number }>;
  /** Users by rank of the one week. */
  ranks: Map<number, string>;
}

/** Prices of the items for sale; the style is not for sale. */
export const PRICES: Readonly<Record<string, number>> = { smile: 50_000, applause: 75_000 };
export const STYLE = 'autumn';
/** The user who verified an e-mail address today, and may give 1,000 coins a day. */
export const NEW_ACCOUNT = 'dan';
const REWARDS: Readonly<Record<number, number>> = { 1: 30_000_000, 11: 1_000_000 };

export const emptyLedger = (): ModelLedger => ({
  wallets: new Map(),
  expired: new Set(),
  awarded: new Set(),
  payments: new Map(),
  stakes: new Map(),
  grants: new Map(),
  owned: new Map(),
  equipped: new Map(),
  gifts: new Map(),
  sent: new Map(),
  ranks: new Map(),
});

/** Applies a command. Returns the response: a state, a balance, or an error code. */
export function applyCommand(ledger: ModelLedger, command: Command): string {
  switch (command.type) {
    case 'signup':
      if (!ledger.wallets.has(command.user)) ledger.wallets.set(command.user, 1_000);
      return balance(ledger, command.user);
    case 'expire':
      ledger.wallets.set(command.user, 0);
      ledger.expired.add(command.user);
      for (const ownership of ledger.owned.keys())
        if (ownership.startsWith(`${command.user} `)) ledger.owned.delete(ownership);
      ledger.equipped.delete(command.user);
      return '0';
    case 'award':
      if (!canOwn(ledger, command.user)) return 'USER_NOT_FOUND';
      if (!ledger.awarded.has(command.user)) add(ledger, command.user, 100);
      ledger.awarded.add(command.user);
      return balance(ledger, command.user);
    case 'topUp':
      return topUp(ledger, command);
    case 'grant':
      return grant(ledger, command);
    case 'buy':
      return buy(ledger, command);
    case 'equip':
      return equip(ledger, command);
    case 'gift':
      return gift(ledger, command);
    case 'weeklyReward':
      return weeklyReward(ledger, command);
    case 'hold':
      return hold(ledger, command);
    case 'void':
      if (!ledger.stakes.has(command.game)) ledger.stakes.set(command.game, { state: 'void ' });
      return ledger.stakes.get(command.game)!.state;
    case 'finish':
      return finish(ledger, command);
  }
}

const canOwn = (ledger: ModelLedger, user: string): boolean =>
  ledger.wallets.has(user) && !ledger.expired.has(user);
const balance = (ledger: ModelLedger, user: string): string => String(ledger.wallets.get(user) ?? 0);
const add = (ledger: ModelLedger, user: string, coins: number): void => {
  if (!ledger.expired.has(user)) ledger.wallets.set(user, (ledger.wallets.get(user) ?? 0) + coins);
};

function topUp(ledger: ModelLedger, { user, amount, reference }: Command & { type: 'topUp' }): string {
  if (!canOwn(ledger, user)) return 'USER_NOT_FOUND';
  const terms = `${user} ${amount}`;
  const before = ledger.payments.get(reference);
  if (before !== undefined && before !== terms) return 'CONFLICT';
  if (before === undefined) add(ledger, user, amount);
  ledger.payments.set(reference, terms);
  return balance(ledger, user);
}

function grant(ledger: ModelLedger, { user, item, reference }: Command & { type: 'grant' }): string {
  if (!canOwn(ledger, user)) return 'USER_NOT_FOUND';
  const terms = `${user} ${item}`;
  const before = ledger.grants.get(reference);
  if (before !== undefined) return before === terms ? 'granted' : 'CONFLICT';
  if (ledger.owned.has(terms)) return 'ALREADY_OWNED';
  ledger.grants.set(reference, terms);
  ledger.owned.set(terms, '');
  return 'granted';
}

function buy(ledger: ModelLedger, { user, item, key }: Command & { type: 'buy' }): string {
  if (!canOwn(ledger, user)) return 'USER_NOT_FOUND';
  const ownership = `${user} ${item}`;
  const boughtBy = ledger.owned.get(ownership);
  if (boughtBy !== undefined)
    return `${key && key === boughtBy ? 'bought' : 'owned'} ${balance(ledger, user)}`;
  const price = PRICES[item]!;
  if (ledger.wallets.get(user)! < price) return 'TOO_EXPENSIVE';
  add(ledger, user, -price);
  ledger.owned.set(ownership, key);
  return `bought ${balance(ledger, user)}`;
}

function equip(ledger: ModelLedger, { user, item }: Command & { type: 'equip' }): string {
  if (!canOwn(ledger, user)) return 'USER_NOT_FOUND';
  if (item === 'default') ledger.equipped.delete(user);
  else if (ledger.owned.has(`${user} ${item}`)) ledger.equipped.set(user, item);
  else return 'NOT_OWNED';
  return `equipped ${item}`;
}

function gift(ledger: ModelLedger, { from, to, amount, key }: Command & { type: 'gift' }): string {
  const terms = `${from} ${to} ${amount}`;
  const before = ledger.gifts.get(key ? `${from} ${key}` : terms);
  if (before !== undefined) return before === terms ? balance(ledger, from) : 'IDEMPOTENCY_KEY_REUSED';
  if (!canOwn(ledger, from) || !canOwn(ledger, to)) return 'USER_NOT_FOUND';
  if (ledger.wallets.get(from)! < amount) return 'GIFT_TOO_MUCH';
  const { times, coins } = ledger.sent.get(from) ?? { times: 0, coins: 0 };
  if (times >= 30 || (from === NEW_ACCOUNT && coins + amount > 1_000)) return 'GIFT_LIMIT';
  ledger.sent.set(from, { times: times + 1, coins: coins + amount });
  for (const name of [terms, ...(key ? [`${from} ${key}`] : [])]) ledger.gifts.set(name, terms);
  add(ledger, from, -amount);
  add(ledger, to, amount);
  return balance(ledger, from);
}

function weeklyReward(ledger: ModelLedger, { user, rank }: Command & { type: 'weeklyReward' }): string {
  if (!canOwn(ledger, user)) return 'USER_NOT_FOUND';
  const holder = ledger.ranks.get(rank);
  if (holder !== undefined) return holder === user ? balance(ledger, user) : 'CONFLICT';
  if ([...ledger.ranks.values()].includes(user)) return 'CONFLICT';
  ledger.ranks.set(rank, user);
  add(ledger, user, REWARDS[rank]!);
  return balance(ledger, user);
}

function hold(ledger: ModelLedger, { game, x, o, bet }: Command & { type: 'hold' }): string {
  const before = ledger.stakes.get(game);
  if (before) {
    const { terms } = before;
    const same = !terms || (terms.x === x && terms.o === o && terms.bet === bet);
    return same ? before.state : 'CONFLICT';
  }
  const short = [x, o].filter((user) => (ledger.wallets.get(user) ?? 0) < Math.max(bet, 1_000)).toSorted();
  const state = short.length ? `void ${short.join(',')}` : 'held';
  ledger.stakes.set(game, { terms: { x, o, bet }, state });
  if (state === 'held') for (const user of [x, o]) add(ledger, user, -bet);
  return state;
}

function finish(ledger: ModelLedger, { game, winner }: Command & { type: 'finish' }): string {
  const stake = ledger.stakes.get(game);
  if (!stake) return 'NOT_FOUND';
  const end = winner ? `settled ${winner}` : 'refunded';
  if (stake.state !== 'held' || !stake.terms) {
    const same = stake.state === end || (stake.state.startsWith('void') && !winner);
    return same ? stake.state : 'CONFLICT';
  }
  const { x, o, bet } = stake.terms;
  if (winner && winner !== x && winner !== o) return 'INVALID';
  if (winner) add(ledger, winner, 2 * bet);
  else for (const user of [x, o]) add(ledger, user, bet);
  stake.state = end;
  return end;
}

import type { Seed } from './seed.ts';

const migration = (name: string): string => `services/economy/migrations/${name}.sql`;
const source = (name: string): string => `services/economy/src/${name}.ts`;

const commands = migration('0003_verbs');
const shop = migration('0007_shop');
const gifts = migration('0008_gifts');
const weeks = migration('0009_weeks');

export const economy: readonly Seed[] = [
  {
    file: commands,
    text: `wallet.id, 1000));`,
    mutant: `wallet.id, 1001));`,
    breaks: 'a wallet opens with 1000 coins',
    test: 'wallets',
  },
  {
    file: commands,
    text: `ORDER BY id COLLATE "C" FOR NO KEY UPDATE;`,
    mutant: `ORDER BY id COLLATE "C";`,
    breaks: 'a command locks the wallets that it reads',
    test: 'stakes',
  },
  {
    file: commands,
    text: `(before.kind, before.req) IS DISTINCT FROM (of_kind, request)`,
    mutant: `before.kind IS DISTINCT FROM of_kind`,
    breaks: 'a repeated key with another request is a conflict',
    test: 'wallets',
  },
  {
    file: commands,
    text: `wallet.balance < needed`,
    mutant: `wallet.balance <= needed`,
    breaks: 'the last coins can be staked',
    test: 'stakes',
  },
  {
    file: commands,
    text: `(x_user, o_user, bet) IS DISTINCT FROM (x, o, each)`,
    mutant: `(x_user, o_user) IS DISTINCT FROM (x, o)`,
    breaks: 'a game has one bet',
    test: 'stakes',
  },
  {
    file: commands,
    text: `(it.state, it.winner) IS NOT DISTINCT FROM (outcome, who_won)`,
    mutant: `it.state IS NOT DISTINCT FROM outcome`,
    breaks: 'a settled stake has one winner',
    test: 'stakes',
  },
  {
    file: commands,
    text: `payee_of(who_won), 2 * it.bet`,
    mutant: `payee_of(CASE who_won WHEN it.x_user THEN it.o_user ELSE it.x_user END), 2 * it.bet`,
    breaks: 'the winner gets the pot',
    test: 'stakes',
  },
  {
    file: commands,
    text: `utc_day >= today - 1`,
    mutant: `utc_day = today`,
    breaks: 'awards are five seconds apart, also over midnight',
    test: 'award',
  },
  {
    file: commands,
    text: `f.n < network_limit`,
    mutant: `f.n <= network_limit`,
    breaks: 'a network has a limit of awards',
    test: 'award',
  },
  {
    file: commands,
    text: `ELSIF already(fact, 'ai_win', request) THEN`,
    mutant: `ELSIF false THEN`,
    breaks: 'a repeated win uses up no award',
    test: 'award',
  },
  {
    file: source('award'),
    text: `networkOf(ip, 24)`,
    mutant: `networkOf(ip, 32)`,
    breaks: 'an IPv4 network is a /24',
    test: 'award',
  },
  {
    file: gifts,
    text: `array_length(latest, 1) >= 30`,
    mutant: `array_length(latest, 1) > 30`,
    breaks: 'a sender gives 30 gifts an hour',
    test: 'gifts',
  },
  {
    file: gifts,
    text: `recipient = taker AND young AND`,
    mutant: `recipient = taker AND`,
    breaks: 'only gifts of new accounts count towards the limit of the recipient',
    test: 'gifts',
  },
  {
    file: gifts,
    text: `AND req = request`,
    mutant: `AND recipient = taker AND amount = coins`,
    breaks: 'a gift with another message is another gift',
    test: 'gifts',
  },
  {
    file: source('gifts'),
    text: ` AND at >= date_trunc('day', now(), 'UTC')`,
    mutant: ``,
    breaks: 'the allowance of a sender is of one day',
    test: 'gifts',
  },
  {
    file: migration('0011_unseen_gifts'),
    text: `DELETE FROM unseen_gift WHERE id = what AND recipient = who;`,
    mutant: `DELETE FROM unseen_gift WHERE id = what;`,
    breaks: 'only the recipient marks a gift as seen',
    test: 'gifts',
  },
  {
    file: shop,
    text: `by = '' OR (reason.req`,
    mutant: `(reason.req`,
    breaks: 'a purchase without a key repeats no other',
    test: 'shop',
  },
  {
    file: source('shop'),
    text: `price !== undefined && price !== item.price`,
    mutant: `price !== undefined && price < item.price`,
    breaks: 'a purchase at any other price is rejected',
    test: 'shop',
  },
  {
    file: shop,
    text: ` WHERE before.item <> excluded.item`,
    mutant: ``,
    breaks: 'equipping the same item again changes nothing',
    test: 'shop',
  },
  {
    file: weeks,
    text: `WHEN place <= 10 THEN`,
    mutant: `WHEN place < 10 THEN`,
    breaks: 'rank 10 is worth as much as rank 9',
    test: 'weeks',
  },
  {
    file: weeks,
    text: `UNIQUE (iso_year, iso_week, user_id)`,
    mutant: `UNIQUE (iso_year, iso_week, user_id, rank)`,
    breaks: 'a user has one rank in a week',
    test: 'weeks',
  },
  {
    file: migration('0010_records'),
    text: `NOT (closed AND balance = 0)`,
    mutant: `NOT (balance = 0)`,
    breaks: 'the audit finds ended escrows that are open',
    test: 'guards',
  },
  {
    file: migration('0012_audit_checkpoint'),
    text: `(checked.debits, checked.credits) IS DISTINCT FROM (account.debits, account.credits)`,
    mutant: `checked.credits IS DISTINCT FROM account.credits`,
    breaks: 'the audit of new rows compares debits',
    test: 'audit',
  },
  {
    file: source('overdue'),
    text: `game.winner === Mark.X ? game.xPlayerId : game.oPlayerId`,
    mutant: `game.winner === Mark.X ? game.oPlayerId : game.xPlayerId`,
    breaks: 'an overdue stake goes to the winner',
    test: 'service',
  },
];

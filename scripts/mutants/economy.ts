import type { Seed } from './seed.ts';

const tables = 'services/economy/migrations/0001_tables.sql';
const sql = (name: string): string => `services/economy/sql/${name}.sql`;
const source = (name: string): string => `services/economy/src/${name}.ts`;

export const economy: readonly Seed[] = [
  {
    file: sql('03_wallets'),
    text: `wallet.id, signup_coins()));`,
    mutant: `wallet.id, signup_coins() + 1));`,
    breaks: 'a wallet opens with 1000 coins',
    test: 'wallets',
  },
  {
    file: sql('01_accounts'),
    text: `ORDER BY id COLLATE "C" FOR NO KEY UPDATE;`,
    mutant: `ORDER BY id COLLATE "C";`,
    breaks: 'a command locks the wallets that it reads',
    test: 'stakes',
  },
  {
    file: sql('02_journal'),
    text: `(before.kind, before.request) IS DISTINCT FROM (p_kind, p_request)`,
    mutant: `before.kind IS DISTINCT FROM p_kind`,
    breaks: 'a repeated key with another request is a conflict',
    test: 'wallets',
  },
  {
    file: sql('04_stakes'),
    text: `wallet.balance < needed`,
    mutant: `wallet.balance <= needed`,
    breaks: 'the last coins can be staked',
    test: 'stakes',
  },
  {
    file: sql('04_stakes'),
    text: `(x_user, o_user, bet) IS DISTINCT FROM (p_x_user, p_o_user, p_bet)`,
    mutant: `(x_user, o_user) IS DISTINCT FROM (p_x_user, p_o_user)`,
    breaks: 'a game has one bet',
    test: 'stakes',
  },
  {
    file: sql('04_stakes'),
    text: `(held.state, held.winner) IS NOT DISTINCT FROM (outcome, p_winner)`,
    mutant: `held.state IS NOT DISTINCT FROM outcome`,
    breaks: 'a settled stake has one winner',
    test: 'stakes',
  },
  {
    file: sql('04_stakes'),
    text: `payout_account_of(p_winner), 2 * held.bet`,
    mutant: `payout_account_of(CASE p_winner WHEN held.x_user THEN held.o_user ELSE held.x_user END), 2 * held.bet`,
    breaks: 'the winner gets the pot',
    test: 'stakes',
  },
  {
    file: sql('05_awards'),
    text: `utc_day >= today - 1`,
    mutant: `utc_day = today`,
    breaks: 'awards are five seconds apart, also over midnight',
    test: 'ai-awards',
  },
  {
    file: sql('05_awards'),
    text: `before.awards < p_network_limit`,
    mutant: `before.awards <= p_network_limit`,
    breaks: 'a network has a limit of awards',
    test: 'ai-awards',
  },
  {
    file: sql('05_awards'),
    text: `done := is_replay(journal_key, 'ai_win', p_request);`,
    mutant: `done := false;`,
    breaks: 'a repeated win uses up no award',
    test: 'ai-awards',
  },
  {
    file: sql('05_awards'),
    text: `done := p_proven AND is_repeated_award(p_user, p_request);`,
    mutant: `done := false;`,
    breaks: 'the same transcript without an id is paid once in 30 seconds',
    test: 'ai-awards',
  },
  {
    file: source('rpc/award-ai-win'),
    text: `networkOf(ip, 'site')`,
    mutant: `networkOf(ip, 'subnet')`,
    breaks: 'a network of IPv6 is a /48',
    test: 'ai-awards',
  },
  {
    file: sql('08_gifts'),
    text: `array_length(latest, 1) >= gifts_per_hour()`,
    mutant: `array_length(latest, 1) > gifts_per_hour()`,
    breaks: 'a sender gives 30 gifts an hour',
    test: 'gifts',
  },
  {
    file: sql('08_gifts'),
    text: `recipient = p_recipient AND from_new_account AND`,
    mutant: `recipient = p_recipient AND`,
    breaks: 'only gifts of new accounts count towards the limit of the recipient',
    test: 'gifts',
  },
  {
    file: sql('08_gifts'),
    text: `AND request = terms`,
    mutant: `AND recipient = p_recipient AND amount = p_coins`,
    breaks: 'a gift with another message is another gift',
    test: 'gifts',
  },
  {
    file: sql('08_gifts'),
    text: `WHERE sender = p_sender AND at >= midnight);`,
    mutant: `WHERE sender = p_sender);`,
    breaks: 'the allowance of a sender is of one day',
    test: 'gifts',
  },
  {
    file: sql('08_gifts'),
    text: `DELETE FROM unseen_gift WHERE id = p_gift AND recipient = p_user;`,
    mutant: `DELETE FROM unseen_gift WHERE id = p_gift;`,
    breaks: 'only the recipient marks a gift as seen',
    test: 'gifts',
  },
  {
    file: sql('07_purchases'),
    text: `p_idempotency_key = '' OR (purchase.request`,
    mutant: `(purchase.request`,
    breaks: 'a purchase without a key repeats no other',
    test: 'purchases',
  },
  {
    file: source('rpc/buy-item'),
    text: `price !== undefined && price !== item.price`,
    mutant: `price !== undefined && price < item.price`,
    breaks: 'a purchase at any other price is rejected',
    test: 'purchases',
  },
  {
    file: sql('06_items'),
    text: ` WHERE before.item <> excluded.item`,
    mutant: ``,
    breaks: 'equipping the same item again changes nothing',
    test: 'purchases',
  },
  {
    file: tables,
    text: `WHEN p_rank <= 10 THEN`,
    mutant: `WHEN p_rank < 10 THEN`,
    breaks: 'rank 10 is worth as much as rank 9',
    test: 'weekly-rewards',
  },
  {
    file: tables,
    text: `UNIQUE (iso_year, iso_week, user_id)`,
    mutant: `UNIQUE (iso_year, iso_week, user_id, rank)`,
    breaks: 'a user has one rank in a week',
    test: 'weekly-rewards',
  },
  {
    file: sql('11_audit'),
    text: `NOT (closed AND balance = 0)`,
    mutant: `NOT (balance = 0)`,
    breaks: 'the audit finds ended escrows that are open',
    test: 'guards',
  },
  {
    file: sql('11_audit'),
    text: `(checked.debits, checked.credits) IS DISTINCT FROM (account.debits, account.credits)`,
    mutant: `checked.credits IS DISTINCT FROM account.credits`,
    breaks: 'the audit of new rows compares debits',
    test: 'audit',
  },
  {
    file: source('jobs/finish-overdue-stakes'),
    text: `specified(game.winner) === Mark.X ? game.xPlayerId : game.oPlayerId`,
    mutant: `specified(game.winner) === Mark.X ? game.oPlayerId : game.xPlayerId`,
    breaks: 'an overdue stake goes to the winner',
    test: 'service',
  },
  {
    file: source('jobs/finish-overdue-stakes'),
    text: `status === Status.FUNDING || status === Status.ACTIVE`,
    mutant: `status === Status.ACTIVE`,
    breaks: 'the overdue stake of a game that starts is kept',
    test: 'service',
  },
  {
    file: sql('01_accounts'),
    text: `ORDER BY id COLLATE "C" FOR NO KEY UPDATE;`,
    mutant: `ORDER BY array_position(wallets, id) FOR NO KEY UPDATE;`,
    breaks: 'commands lock wallets in one order',
    test: 'stakes',
  },
  {
    file: sql('01_accounts'),
    text: `IS DISTINCT FROM (0::bigint, 0::bigint, false, 0::bigint) THEN`,
    mutant: `IS NOT DISTINCT FROM (0::bigint, 0::bigint, true, 0::bigint) THEN`,
    breaks: 'an account opens without coins',
    test: 'guards',
  },
  {
    file: sql('04_stakes'),
    text: `  INSERT INTO stake (game_id, x_user, o_user, bet, state, short)`,
    mutant: `  IF short_of_coins <> '{}' THEN
    RETURN ROW('void', NULL, short_of_coins, '[]'::jsonb)::stake_result;
  END IF;
  INSERT INTO stake (game_id, x_user, o_user, bet, state, short)`,
    breaks: 'a stake that a player could not pay stays void',
    test: 'stakes',
  },
  {
    file: sql('08_gifts'),
    text: `IF p_reset_at > this_moment - gift_pause_after_reset() THEN`,
    mutant: `IF p_reset_at > this_moment THEN`,
    breaks: 'a user sends no gift for a day after a password reset',
    test: 'gifts',
  },
  {
    file: sql('09_weekly_rewards'),
    text: `IF NOT FOUND THEN`,
    mutant: `IF false THEN`,
    breaks: 'a user is paid for one rank of a week',
    test: 'weekly-rewards',
  },
  {
    file: sql('09_weekly_rewards'),
    text: `format('week:%s-%s:%s', p_year, p_week, p_rank)`,
    mutant: `format('week:%s-%s:%s:%s', p_year, p_week, p_rank, gen_random_uuid())`,
    breaks: 'a weekly reward that is requested again was paid already',
    test: 'weekly-rewards',
  },
  {
    file: source('db/ledger'),
    text: `const { result, effects } = await db.tx(async (sql) => {
      const done = await execute(sql, command);
      failpoint(\`economy.\${name}.before-commit\`);
      return done;
    });
    failpoint(\`economy.\${name}.after-commit\`);`,
    mutant: `const { result, effects } = await db.tx(async (sql) => {
      const collected = new Effects();
      const done = { result: await command(sql, collected), effects: collected };
      failpoint(\`economy.\${name}.before-commit\`);
      return done;
    });
    failpoint(\`economy.\${name}.after-commit\`);
    await effects.save(db);`,
    breaks: 'the events of a command are written in its transaction',
    test: 'crash-recovery',
  },
];

import { randomUUID } from 'node:crypto';
import type { GameId, UserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import type { Sql } from '@fifteen/runtime';
import { sqlState } from '@fifteen/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readViolations, newGame, openHarness, type Harness } from './harness.ts';

let harness: Harness;
let ann: UserId;
let bob: UserId;
let held: GameId;
let ended: GameId;
/** Key of the entry that granted the fox to Ann. */
let grantKey: string;
/** Key of a gift of Ann, and the week of her reward. */
const GIFT = 'the-gift';
const WEEK = { year: 2_026, week: 7 };
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
  [ann, bob] = [await harness.newUser(100_000), await harness.newUser(100_000)];
  const reference = randomUUID();
  grantKey = `grant:${reference}`;
  await harness.as('admin').grantItem({ userId: ann, kind: ItemKind.EMOJI, itemId: 'fox', reference });
  const since = { senderVerifiedAt: new Date('2026-01-01'), senderResetAt: undefined };
  const sender = { senderId: ann, senderIsGuest: false, ...since, message: '' };
  await harness.as('gateway').sendGift({ ...sender, recipientId: bob, amount: 5, key: GIFT });
  await harness.as('leaderboard').payWeeklyReward({ ...WEEK, rank: 3, userId: ann });
  await harness
    .as('admin')
    .grantItem({ userId: ann, kind: ItemKind.PIECE_STYLE, itemId: 'lotus', reference: ann });
  await harness.as('gateway').equipItem({ userId: ann, kind: ItemKind.PIECE_STYLE, itemId: 'lotus' });
});
beforeEach(async () => {
  [held, ended] = [newGame(), newGame()];
  await harness.as('game').holdStake({ gameId: held, xUserId: ann, oUserId: bob, bet: 5_000 });
  await harness.as('game').holdStake({ gameId: ended, xUserId: ann, oUserId: bob, bet: 5_000 });
  await harness.as('game').finishStake({ gameId: ended, winnerId: '' });
});
afterEach(async () => {
  await harness.as('game').finishStake({ gameId: held, winnerId: '' });
  expect(await harness.violations()).toEqual({});
});
afterAll(() => harness.stop());

/** Returns statements that would create or move coins or items wrongly, by description. */
const attacks = (): Record<string, string> => ({
  'raise a balance': `UPDATE account SET credits = credits + 1 WHERE id = 'u:${ann}'`,
  'lower a balance': `UPDATE account SET debits = debits + 1 WHERE id = 'u:${ann}'`,
  'set the balance itself': `UPDATE account SET balance = 5 WHERE id = 'u:${ann}'`,
  'be born rich': `INSERT INTO account (id, kind, credits) VALUES ('u:rich', 'user', 1000000)`,
  'be born with a past': `INSERT INTO account (id, kind, version) VALUES ('u:old', 'user', 7)`,
  'be born closed': `INSERT INTO account (id, kind, closed) VALUES ('u:shut', 'user', true)`,
  'call a wallet a mint': `INSERT INTO account (id, kind) VALUES ('u:mint', 'mint')`,
  'call a mint a wallet': `INSERT INTO account (id, kind) VALUES ('mint:mine', 'user')`,
  'give a bot a wallet': `INSERT INTO account (id, kind) VALUES ('u:player_7', 'user')`,
  'give the computer a wallet': `INSERT INTO account (id, kind) VALUES ('u:ai', 'user')`,
  'turn a wallet into a mint': `UPDATE account SET kind = 'mint', id = 'mint:x' WHERE id = 'u:${ann}'`,
  'take over a wallet': `UPDATE account SET id = 'u:thief' WHERE id = 'u:${ann}'`,
  'close a full wallet': `UPDATE account SET closed = true WHERE id = 'u:${ann}'`,
  'close a held escrow': `UPDATE account SET closed = true WHERE id = 'e:${held}'`,
  'open an ended escrow': `UPDATE account SET closed = false WHERE id = 'e:${ended}'`,
  'delete a wallet': `DELETE FROM account WHERE id = 'u:${ann}'`,
  'delete an account that never moved': `DELETE FROM account WHERE id = 'mint:ai/0'`,
  'forget all accounts': `TRUNCATE account CASCADE`,
  'rewrite an operation': `UPDATE journal_entry SET request = '{}' WHERE key = 'hold:${held}'`,
  'rename an operation': `UPDATE journal_entry SET key = 'again' WHERE key = 'hold:${held}'`,
  'delete an operation': `DELETE FROM journal_entry WHERE key = 'hold:${held}'`,
  'forget all operations': `TRUNCATE journal_entry CASCADE`,
  'use a key again': `INSERT INTO journal_entry (key, kind, request) VALUES ('hold:${held}', 'hold', '{}')`,
  'write an operation that moves nothing': `INSERT INTO journal_entry (key, kind, request) VALUES ('nothing', 'hold', '{}')`,
  'rewrite a transfer': `UPDATE transfer SET amount = 1 WHERE entry_key = 'hold:${held}'`,
  'delete a transfer': `DELETE FROM transfer WHERE entry_key = 'hold:${held}'`,
  'forget all transfers': `TRUNCATE transfer`,
  'transfer without an operation': transfer('none', `u:${ann}`, 'sink:guest', 1),
  'add a leg to an operation': transfer(`hold:${held}`, `u:${ann}`, `e:${held}`, 1, 2),
  'repeat a leg': transfer(`hold:${held}`, `u:${ann}`, `e:${held}`, 5_000, 0),
  'hold more than there is': entry('hold', `u:${ann}`, `e:${held}`, 999_999),
  'put more into an escrow': entry('hold', `u:${ann}`, `e:${held}`, 1),
  'pay an ended escrow': entry('hold', `u:${ann}`, `e:${ended}`, 5_000),
  'empty an escrow beside its stake': entry('settle', `e:${held}`, `u:${ann}`, 10_000),
  'take from an ended escrow': entry('settle', `e:${ended}`, `u:${ann}`, 1),
  'give coins without a record': entry('gift', `u:${ann}`, `u:${bob}`, 1),
  'give coins out of a mint': entry('gift', 'mint:topup/0', `u:${ann}`, 1),
  'give to an escrow': entry('gift', `u:${ann}`, `e:${held}`, 1),
  'a record of a gift that was none': giftRow(`signup:${ann}`, ann, bob, 1_000),
  'a record of a gift without an entry': giftRow('none', ann, bob, 1),
  'a gift of less than its record says': gifted(1, giftRow, [ann, bob, 2]),
  'a gift to another than its record says': gifted(1, giftRow, [ann, 'eve', 1]),
  'a gift from another than its record says': gifted(1, giftRow, [bob, ann, 1]),
  'rewrite the record of a gift': `UPDATE gift SET amount = 1 WHERE sender = '${ann}'`,
  'take a gift back into the future': `UPDATE gift SET at = now() + interval '1 day' WHERE sender = '${ann}'`,
  'forget a gift': `DELETE FROM gift WHERE sender = '${ann}'`,
  'forget all gifts': `TRUNCATE gift CASCADE`,
  'a reward without a rank': entry('weekly', 'mint:weekly/0', `u:${ann}`, 1),
  'a reward from the wallet of another user': entry('weekly', `u:${bob}`, `u:${ann}`, 1),
  'a rank without a reward': rewardRow(`signup:${ann}`, 4, ann),
  'a reward that the rank is not worth': rewarded(2_000_000, 50, ann),
  'a reward for another than has the rank': rewarded(1_000_000, 50, bob),
  'a reward for a rank that has none': rewarded(1_000_000, 51, ann),
  'a rank of another user': rewarded(10_000_000, 3, ann),
  'a second rank': rewarded(1_000_000, 50, ann, 7),
  'rewrite a rank': `UPDATE weekly_reward SET rank = 1 WHERE user_id = '${ann}'`,
  'forget a rank': `DELETE FROM weekly_reward WHERE user_id = '${ann}'`,
  'forget all ranks': `TRUNCATE weekly_reward`,
  'sell an item for nothing': grantRow(ann, 'owl', 'owl', 'buy'),
  'sell nothing': entry('buy', `u:${ann}`, 'sink:shop/0', 1),
  'sell to another': entry('buy', `u:${ann}`, `u:${bob}`, 1),
  'own the default': grantRow(ann, 'default'),
  'equip an item that is not owned': `INSERT INTO equipped_item VALUES ('${bob}', 'piece_style', 'lotus')`,
  'equip an emoji': `INSERT INTO equipped_item VALUES ('${ann}', 'emoji', 'fox')`,
  'equip two of a kind': `INSERT INTO equipped_item VALUES ('${ann}', 'piece_style', 'lotus')`,
  'change to an item that is not owned': `UPDATE equipped_item SET item = 'cat' WHERE user_id = '${ann}'`,
  'take from another under a topup': entry('topup', `u:${ann}`, `u:${bob}`, 1),
  'mint under a settlement': entry('settle', 'mint:ai/0', `u:${ann}`, 1),
  'take out of the sink': entry('topup', 'sink:guest', `u:${ann}`, 1),
  'pay into a mint': entry('guest', `u:${ann}`, 'mint:ai/0', 1),
  'mint into an escrow': entry('topup', 'mint:topup/0', `e:${held}`, 1),
  'transfer a negative amount': entry('topup', 'mint:topup/0', `u:${ann}`, -5),
  'transfer nothing': entry('topup', 'mint:topup/0', `u:${ann}`, 0),
  'transfer beyond all bounds': entry('topup', 'mint:topup/0', `u:${ann}`, 1_000_000_000_001),
  'transfer a fraction': entry('topup', 'mint:topup/0', `u:${ann}`, 0.4),
  'transfer to oneself': entry('hold', `u:${ann}`, `u:${ann}`, 5),
  'transfer to an unknown account': entry('topup', 'mint:topup/0', 'u:unknown', 5),
  'stake without a payment': stakeRow(`'${ann}', '${bob}', 5000, 'held', NULL`),
  'begin with the win': stakeRow(`'${ann}', '${bob}', 5000, 'settled', '${ann}'`),
  'stake an amount that is not offered': stakeRow(`'${ann}', '${bob}', 5001, 'held', NULL`),
  'play against oneself': stakeRow(`'${ann}', '${ann}', 5000, 'held', NULL`),
  'hold without terms': stakeRow(`NULL, NULL, NULL, 'held', NULL`),
  'open a second stake for a game': `INSERT INTO stake (game_id, state) VALUES ('${held}', 'void')`,
  'an escrow of no game': `INSERT INTO account (id, kind) VALUES ('e:none', 'escrow')`,
  'settle without paying': `UPDATE stake SET state = 'settled', winner = '${ann}' WHERE game_id = '${held}'`,
  'settle without a winner': `UPDATE stake SET state = 'settled' WHERE game_id = '${held}'`,
  'settle for a stranger': `UPDATE stake SET state = 'settled', winner = 'eve' WHERE game_id = '${held}'`,
  'refund without paying': `UPDATE stake SET state = 'refunded' WHERE game_id = '${held}'`,
  'void what is held': `UPDATE stake SET state = 'void' WHERE game_id = '${held}'`,
  'hold again what has ended': `UPDATE stake SET state = 'held' WHERE game_id = '${ended}'`,
  'settle what was refunded': `UPDATE stake SET state = 'settled', winner = '${ann}' WHERE game_id = '${ended}'`,
  'lower the bet': `UPDATE stake SET bet = 50000 WHERE game_id = '${held}'`,
  'play on behalf of another': `UPDATE stake SET x_user = 'eve' WHERE game_id = '${held}'`,
  'delete a stake': `DELETE FROM stake WHERE game_id = '${held}'`,
  'forget all stakes': `TRUNCATE stake`,
  'draw more than fifty awards': `INSERT INTO reward_quota VALUES ('${ann}', '2026-01-01', 51, 0, now())`,
  'draw more than ten unproven awards': `INSERT INTO reward_quota VALUES ('${ann}', '2026-01-01', 11, 11, now())`,
  'own an item without an entry': ownedRow(ann, 'owl', 'none'),
  'own something by an operation that gave another': ownedRow(ann, 'owl', grantKey),
  'own what was given to another': ownedRow(bob, 'fox', grantKey),
  'own something by a payment': ownedRow(ann, 'owl', `signup:${ann}`),
  'own the same twice': grantRow(ann, 'fox'),
  'own something without a wallet': grantRow('unknown', 'owl'),
  'own something with no name': grantRow(ann, ''),
  'own other than was asked for': grantRow(ann, 'owl', 'crown'),
  'write a grant that gives nothing': `INSERT INTO journal_entry (key, kind, request) VALUES ('${randomUUID()}', 'grant', '{}')`,
  'take coins under a grant': entry('grant', `u:${bob}`, `u:${ann}`, 1),
  'mint under a grant': entry('grant', 'mint:topup/0', `u:${ann}`, 1),
  'mint under a grant that gave an item': transfer(grantKey, 'mint:topup/0', `u:${ann}`, 1),
  'change what is owned': `UPDATE owned_item SET item = 'crown' WHERE entry_key = '${grantKey}'`,
  'hand on what is owned': `UPDATE owned_item SET user_id = '${bob}' WHERE entry_key = '${grantKey}'`,
  'take back what is owned': `DELETE FROM owned_item WHERE entry_key = '${grantKey}'`,
  'forget what is owned': `TRUNCATE owned_item CASCADE`,
});

/** Returns a statement that writes one entry with one transfer. */
function entry(kind: string, debit: string, credit: string, amount: number): string {
  const key = randomUUID();
  return `WITH entry AS (INSERT INTO journal_entry (key, kind, request) VALUES ('${key}', '${kind}', '{}') RETURNING key)
    INSERT INTO transfer SELECT key, 0, '${debit}', '${credit}', ${amount} FROM entry`;
}

function transfer(entryKey: string, debit: string, credit: string, amount: number, leg = 0): string {
  return `INSERT INTO transfer VALUES ('${entryKey}', ${leg}, '${debit}', '${credit}', ${amount})`;
}

/** Returns a statement that writes an item under an entry that may exist. */
function ownedRow(user: string, item: string, entryKey: string): string {
  return `INSERT INTO owned_item (user_id, kind, item, entry_key) VALUES ('${user}', 'emoji', '${item}', '${entryKey}')`;
}

/** Returns a statement that writes a grant and its item; `requested` is the item of the grant. */
function grantRow(user: string, item: string, requested = item, kind = 'grant'): string {
  const key = randomUUID();
  const request = JSON.stringify({ user, kind: 'emoji', item: requested });
  return `WITH entry AS (INSERT INTO journal_entry (key, kind, request) VALUES ('${key}', '${kind}', '${request}'))
    ${ownedRow(user, item, key)}`;
}

/** Returns a statement that writes the record of a gift under an entry that may exist. */
function giftRow(entryKey: string, sender: string, recipient: string, amount: number): string {
  return `INSERT INTO gift (entry_key, sender, recipient, amount, from_new_account)
    VALUES ('${entryKey}', '${sender}', '${recipient}', ${amount}, false)`;
}

/** Returns a statement that writes a gift from Ann to Bob with this record. */
function gifted(amount: number, row: typeof giftRow, [from, to, recorded]: [string, string, number]): string {
  const key = randomUUID();
  return `WITH entry AS (INSERT INTO journal_entry (key, kind, request) VALUES ('${key}', 'gift', '{}')),
    paid AS (${transfer(key, `u:${ann}`, `u:${bob}`, amount)})
    ${row(key, from, to, recorded)}`;
}

/** Returns a statement that writes the rank of a week under an entry that may exist. */
function rewardRow(entryKey: string, rank: number, user: string, week = 8): string {
  return `INSERT INTO weekly_reward (iso_year, iso_week, rank, user_id, entry_key)
    VALUES (2026, ${rank === 3 ? WEEK.week : week}, ${rank}, '${user}', '${entryKey}')`;
}

/** Returns a statement that pays a reward to Ann for the rank of this user. */
function rewarded(coins: number, rank: number, user: string, week?: number): string {
  const key = randomUUID();
  return `WITH entry AS (INSERT INTO journal_entry (key, kind, request) VALUES ('${key}', 'weekly', '{}')),
    paid AS (${transfer(key, 'mint:weekly/0', `u:${ann}`, coins)})
    ${rewardRow(key, rank, user, week)}`;
}

function stakeRow(values: string): string {
  return `INSERT INTO stake (game_id, x_user, o_user, bet, state, winner) VALUES ('${newGame()}', ${values})`;
}

/** SQLSTATEs of constraints, triggers and generated columns; a syntax error would prove nothing. */
const REJECTED = /^(23...|428C9)$/;
const FORBIDDEN = '42501';

const attempt = async (sql: Sql, statement: string): Promise<string> =>
  sql.query(statement).then(
    () => 'accepted',
    (error: unknown) => sqlState(error) || String(error),
  );

describe('the database', () => {
  test('rejects every wrong posting, also of its owner', async () => {
    for (const [description, statement] of Object.entries(attacks()))
      expect([description, await attempt(harness.owner, statement)]).toEqual([
        description,
        expect.stringMatching(REJECTED),
      ]);
    expect(Object.keys(attacks()).length).toBeGreaterThan(110);
  });

  test('rejects an invalid stake by the rule that it breaks', async () => {
    const errors = {
      'stake without a payment': {
        message: expect.stringMatching(/^stake and escrow of .+ differ$/) as string,
      },
      'begin with the win': {
        message: expect.stringMatching(/^stake .+ is created in a final state$/) as string,
      },
      'stake an amount that is not offered': { constraint: 'stake_bet_check' },
      'play against oneself': { constraint: 'two_players' },
      'hold without terms': { constraint: 'terms_known' },
      'settle for a stranger': { constraint: 'a_player_wins' },
      'settle without a winner': { constraint: 'settled_has_winner' },
    };
    for (const [description, error] of Object.entries(errors))
      await expect(harness.owner.query(attacks()[description]!), description).rejects.toMatchObject(error);
  });

  test('keeps totals in the range of exact numbers in JSON', async () => {
    const grow = harness.owner.tx(async (sql) => {
      await sql.query('ALTER TABLE account DISABLE TRIGGER USER');
      await sql.query(`UPDATE account SET credits = 9000000000000001 WHERE id = 'u:${ann}'`);
    });
    await expect(grow).rejects.toMatchObject({ constraint: 'exact_in_json' });
  });

  test('gives the service no right to write to its tables', async () => {
    for (const [description, statement] of Object.entries(attacks()))
      expect([description, await attempt(harness.sql, statement)]).toEqual([
        description,
        expect.stringMatching(/^(42501|428C9)$/),
      ]);
  });

  test('gives the service no right to change or bypass the rules', async () => {
    const tries = {
      'another allowed transfer': `INSERT INTO allowed_transfer VALUES ('gift', 'user', 'user')`,
      'no trigger': 'ALTER TABLE transfer DISABLE TRIGGER ALL',
      'no constraint': 'ALTER TABLE account DROP CONSTRAINT never_negative',
      'a replica has no triggers': 'SET session_replication_role = replica',
      'become the owner': 'SET ROLE fifteen_economy_owner',
      'a table of one’s own': 'CREATE TABLE account2 (id text)',
      'a table that hides another': 'CREATE TEMP TABLE account (id text, balance bigint)',
      'rewrite a command': `CREATE OR REPLACE FUNCTION signup(who text) RETURNS wallet_result LANGUAGE sql AS 'SELECT NULL'`,
      'post by hand': `SELECT pay('mine', 'topup', '{}', 'mint:topup/0', 'u:${ann}', 1000)`,
      'begin an operation by hand': `SELECT begin_entry('mine', 'topup', '{}')`,
      'give by hand': `SELECT add_owned_item('${grantKey}', '${bob}', 'emoji', 'owl')`,
      'give coins by hand': `SELECT reject_insufficient_coins(1)`,
      'be bounded less': `SELECT check_gift_limits('${ann}', '${bob}', 1, now(), NULL)`,
      'raise the reward': `CREATE OR REPLACE FUNCTION reward_of(place integer) RETURNS bigint LANGUAGE sql AS 'SELECT 1'`,
      'another grant rule': `INSERT INTO grant_rule VALUES ('topup', true)`,
      'draw without being paid': `SELECT use_reward_quota('${ann}', true, '10.0.0.0/24', 1)`,
    };
    for (const [description, statement] of Object.entries(tries))
      expect([description, await attempt(harness.sql, statement)]).toEqual([description, FORBIDDEN]);
  });

  test('allows exactly the listed transfers, also to the owner', async () => {
    const { rows } = await harness.sql.query<{ allowed: string }>(
      `SELECT format('%s: %s to %s', entry_kind, source_kind, target_kind) AS allowed FROM allowed_transfer ORDER BY 1`,
    );
    expect(rows.map((row) => row.allowed)).toEqual([
      'ai_win: mint to user',
      'buy: user to sink',
      'gift: user to user',
      'guest: user to sink',
      'hold: user to escrow',
      'refund: escrow to sink',
      'refund: escrow to user',
      'settle: escrow to sink',
      'settle: escrow to user',
      'signup: mint to user',
      'topup: mint to user',
      'weekly: mint to user',
    ]);
  });

  test('grants items by the listed kinds of entries only', async () => {
    const { rows } = await harness.sql.query('SELECT entry_kind, paid FROM grant_rule ORDER BY 1');
    expect(rows).toEqual([
      { entry_kind: 'buy', paid: true },
      { entry_kind: 'grant', paid: false },
      { entry_kind: 'reward', paid: false },
    ]);
  });
});

describe('the audit', () => {
  /** Returns the violations after these statements without triggers, and rolls them back. */
  const after = async (...statements: string[]): Promise<Record<string, number>> => {
    let violations: Record<string, number> = {};
    await harness.owner
      .tx(async (sql) => {
        for (const table of [
          'account',
          'journal_entry',
          'transfer',
          'stake',
          'owned_item',
          'gift',
          'weekly_reward',
        ])
          await sql.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
        for (const statement of statements) await sql.query(statement);
        violations = await readViolations(sql);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
    return violations;
  };

  test('finds a balance that differs from its transfers', async () => {
    expect(await after(`UPDATE account SET credits = credits + 7 WHERE id = 'u:${ann}'`)).toEqual({
      'sum of all balances': 7,
      'accounts whose totals differ from their postings': 1,
    });
  });

  test('finds an extra and a missing transfer', async () => {
    expect(await after(transfer(`hold:${held}`, `u:${ann}`, 'sink:guest', 5, 2))).toEqual({
      'accounts whose totals differ from their postings': 2,
    });
    expect(await after(`DELETE FROM transfer WHERE entry_key = 'signup:${ann}'`)).toEqual({
      'accounts whose totals differ from their postings': 2,
      'entries without transfer': 1,
    });
  });

  test('finds a negative balance', async () => {
    const violations = await after(
      'ALTER TABLE account DROP CONSTRAINT never_negative',
      `UPDATE account SET debits = credits + 3 WHERE id = 'u:${ann}'`,
    );
    expect(violations).toMatchObject({ 'negative users, escrows and sinks': 1 });
  });

  test('finds a stake that does not match its escrow', async () => {
    expect(await after(`UPDATE account SET credits = credits + 1 WHERE id = 'e:${held}'`)).toMatchObject({
      'held escrows that are not 2 x bet': 1,
    });
    expect(await after(`UPDATE account SET closed = false WHERE id = 'e:${ended}'`)).toEqual({
      'ended escrows that are open or not empty': 1,
    });
    expect(await after(`UPDATE stake SET state = 'refunded' WHERE game_id = '${held}'`)).toEqual({
      'ended escrows that are open or not empty': 1,
    });
    expect(await after(`DELETE FROM stake WHERE game_id = '${ended}'`)).toEqual({
      'escrows without stake': 1,
    });
    expect(await after(stakeRow(`'${ann}', '${bob}', 5000, 'held', NULL`))).toEqual({
      'stakes without escrow': 1,
    });
  });

  test('finds an item without an entry, and an entry without its item', async () => {
    expect(await after(ownedRow(ann, 'owl', `signup:${ann}`))).toEqual({ 'items without entry': 1 });
    expect(await after(grantRow(ann, 'owl', 'crown'))).toEqual({ 'items without entry': 1 });
    expect(await after(`UPDATE journal_entry SET kind = 'topup' WHERE key = '${grantKey}'`)).toEqual({
      'items without entry': 1,
      'entries without transfer': 1,
    });
    expect(await after(`DELETE FROM owned_item WHERE entry_key = '${grantKey}'`)).toEqual({
      'entries without item': 1,
    });
  });

  test('finds items of an expired guest', async () => {
    const violations = await after(
      'ALTER TABLE account DROP CONSTRAINT closed_is_empty',
      `UPDATE account SET closed = true WHERE id = 'u:${ann}'`,
    );
    expect(violations).toEqual({ 'items of guests who left': 2 });
  });

  test('finds a gift and a reward that differ from their transfer', async () => {
    const gifts = 'gifts that differ from their transfer';
    const key = `gift:${ann}:key:${GIFT}`;
    expect(await after(`UPDATE gift SET amount = 6 WHERE entry_key = '${key}'`)).toEqual({ [gifts]: 1 });
    expect(await after(`UPDATE gift SET recipient = 'eve' WHERE entry_key = '${key}'`)).toEqual({
      [gifts]: 1,
    });
    expect(await after(`DELETE FROM gift WHERE entry_key = '${key}'`)).toEqual({ [gifts]: 1 });
    expect(await after(giftRow(`signup:${ann}`, ann, bob, 5))).toEqual({ [gifts]: 1 });
    expect(await after(transfer(key, `u:${ann}`, `u:${bob}`, 5, 1))).toMatchObject({ [gifts]: 1 });
    const rewards = 'weekly rewards that differ from their transfer';
    expect(await after(`UPDATE weekly_reward SET rank = 1`)).toEqual({ [rewards]: 1 });
    expect(await after(`UPDATE weekly_reward SET user_id = 'eve'`)).toEqual({ [rewards]: 1 });
    expect(await after(`DELETE FROM weekly_reward`)).toEqual({ [rewards]: 1 });
    expect(await after(rewardRow(`signup:${ann}`, 1, bob))).toEqual({ [rewards]: 1 });
  });

  test('finds a stake that is held too long', async () => {
    expect(
      await after(`UPDATE stake SET at = now() - interval '21 minutes' WHERE game_id = '${held}'`),
    ).toEqual({
      'stakes held longer than 20 minutes': 1,
    });
  });
});

import { asSuperuser, insertGenerated, Probe, type Dimension } from './probe.ts';

/** Coins of each player who is measured: enough for thousands of lost games. */
const COINS = 100_000_000;
/** Coins of a new wallet. */
const SIGNUP_COINS = 1_000;

/** Wallets with their first coins, as `signup` writes them, and their part of the audit's checkpoint. */
const STATEMENTS = [
  `INSERT INTO account (id, kind, credits, version)
   SELECT 'u:past-' || n, 'user', ${SIGNUP_COINS}, 1 FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO journal_entry (key, kind, request)
   SELECT 'signup:past-' || n, 'signup', '{}' FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO transfer (entry_key, leg, debit, credit, amount)
   SELECT 'signup:past-' || n, 0, mint_of('signup', 'past-' || n), 'u:past-' || n, ${SIGNUP_COINS}
   FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO audited_account (id, debits, credits)
   SELECT 'u:past-' || n, 0, ${SIGNUP_COINS} FROM generate_series($1::int, $2::int) AS n`,
  `WITH paid AS (SELECT mint_of('signup', 'past-' || n) AS id, count(*) * ${SIGNUP_COINS} AS coins
     FROM generate_series($1::int, $2::int) AS n GROUP BY 1), audited AS (
     INSERT INTO audited_account AS before (id, debits, credits) SELECT id, coins, 0 FROM paid
       ON CONFLICT (id) DO UPDATE SET debits = before.debits + excluded.debits)
   UPDATE account SET debits = debits + coins FROM paid WHERE account.id = paid.id`,
];

/** Games for coins beside more and more wallets of others, and what both audits take. */
export const growWallets: Dimension = async (stack, sizes) => {
  const probe = await Probe.open(stack, 1);
  await asSuperuser(stack, 'economy', async (query) => {
    for (const { userId } of probe.players) await query('SELECT top_up($1, $2, $1)', [userId, COINS]);
  });
  await probe.measure('few wallets', ['stakedStart', 'payout']);
  let filled = 0;
  for (const size of sizes) {
    await insertGenerated(stack, { service: 'economy', statements: STATEMENTS }, filled + 1, size);
    filled = size;
    await probe.measure(`${size} wallets`, ['stakedStart', 'payout']);
    await asSuperuser(stack, 'economy', async (query) => {
      const [few, all] = [
        await timeOf(query, 'audit_new_entries(10000)'),
        await timeOf(query, 'audit_all()'),
      ];
      const [row] = await query<{ violations: number }>(
        'SELECT sum(violations)::int AS violations FROM audit_line',
      );
      console.log(
        `    audit of new entries ${few.toFixed(2)} s, of all ${all.toFixed(2)} s, ${row?.violations} violations`,
      );
    });
  }
};

async function timeOf(query: (text: string) => Promise<unknown>, call: string): Promise<number> {
  const began = performance.now();
  await query(`SELECT * FROM ${call}`);
  return (performance.now() - began) / 1_000;
}

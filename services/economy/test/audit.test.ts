import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditLedger } from '../src/jobs/audit-ledger.ts';
import { avoidEndOfDay, alarmLog, newGame, openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
});
beforeEach(avoidEndOfDay);
afterAll(() => harness.stop());

/** Runs the audit job once. Returns the violations that it logs. */
async function alarms(): Promise<unknown[]> {
  const logged: unknown[] = [];
  await auditLedger({ db: harness.sql, log: alarmLog(logged) });
  return logged;
}

/** Writes past the ledger's triggers, as a superuser could. */
const tamper = (statement: string): Promise<unknown> =>
  harness.owner.tx(async (sql) => {
    for (const table of ['account', 'stake', 'weekly_reward'])
      await sql.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await sql.query(statement);
    for (const table of ['account', 'stake', 'weekly_reward'])
      await sql.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });

const count = async (table: string): Promise<number> => {
  const { rows } = await harness.owner.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return rows[0]!.n;
};

it('checks only new entries after the first full audit', async () => {
  const ann = await harness.newUser(5_000);
  // Waits for the audit with which the replica starts.
  await harness.as('admin').auditLedger({});
  expect(await alarms()).toEqual([]);
  expect(await count('unaudited_entry')).toBe(0);

  await harness.as('admin').topUp({ userId: ann, amount: 1, reference: 'new' });
  expect(await count('unaudited_entry')).toBe(1);
  // A difference in an account without new entries is beyond an audit of new rows, which shows that it reads no others.
  const bob = await harness.newUser();
  await alarms();
  await tamper(`UPDATE account SET credits = credits + 7 WHERE id = 'u:${bob}'`);
  expect(await alarms()).toEqual([]);
  expect(await count('unaudited_entry')).toBe(0);
  expect(await harness.violations()).not.toEqual({});
  await tamper(`UPDATE account SET credits = credits - 7 WHERE id = 'u:${bob}'`);
});

it.each(['debits', 'credits'])(
  'keeps a violation in new %s until a full audit finds it repaired',
  async (total) => {
    const ann = await harness.newUser(5_000);
    await alarms();
    await tamper(`UPDATE account SET ${total} = ${total} + 7 WHERE id = 'u:${ann}'`);
    await harness.as('admin').topUp({ userId: ann, amount: 1, reference: ann });
    const found = {
      alarm: true,
      invariant: 'accounts whose totals differ from their postings',
      violations: 1,
    };
    expect(await alarms()).toEqual([found]);
    expect(await alarms()).toEqual([found]);

    await tamper(`UPDATE account SET ${total} = ${total} - 7 WHERE id = 'u:${ann}'`);
    const { lines } = await harness.as('admin').auditLedger({});
    expect(lines.filter(({ violations }) => violations !== 0)).toEqual([]);
    expect(await alarms()).toEqual([]);
  },
);

it('finds a new stake that does not match its escrow and a new reward that does not match its transfer', async () => {
  const [ann, bob] = [await harness.newUser(100_000), await harness.newUser(100_000)];
  await alarms();
  const gameId = newGame();
  await harness.as('game').holdStake({ gameId, xUserId: ann, oUserId: bob, bet: 5_000 });
  await harness.as('leaderboard').payWeeklyReward({ year: 2_026, week: 7, rank: 3, userId: ann });
  await tamper(`UPDATE stake SET bet = 50000 WHERE game_id = '${gameId}'`);
  await tamper(`UPDATE weekly_reward SET rank = 1`);
  expect(await alarms()).toEqual(
    expect.arrayContaining([
      { alarm: true, invariant: 'held escrows that are not 2 x bet', violations: 1 },
      { alarm: true, invariant: 'weekly rewards that differ from their transfer', violations: 1 },
    ]),
  );
  await tamper(`UPDATE stake SET bet = 5000 WHERE game_id = '${gameId}'`);
  await tamper(`UPDATE weekly_reward SET rank = 3`);
  await harness.as('admin').auditLedger({});
  expect(await alarms()).toEqual([]);
});

it('compares accounts once a queue longer than one pass is empty', async () => {
  await alarms();
  const users = await Promise.all(Array.from({ length: 5 }, () => harness.newUser(2_000)));
  await tamper(`UPDATE account SET credits = credits + 7 WHERE id = 'u:${users[0]!}'`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), async (most) => {
      await harness.owner
        .tx(async (sql) => {
          let more: boolean | undefined = true;
          while (more)
            more = (await sql.query<{ more: boolean }>('SELECT audit_new_entries($1) AS more', [most]))
              .rows[0]?.more;
          const { rows } = await sql.query('SELECT invariant, subject FROM audit_finding');
          expect(rows).toEqual([
            { invariant: 'accounts whose totals differ from their postings', subject: `u:${users[0]!}` },
          ]);
          throw new Error('undo');
        })
        .catch((error: Error) => expect(error.message).toBe('undo'));
    }),
    { numRuns: 4 },
  );
  await tamper(`UPDATE account SET credits = credits - 7 WHERE id = 'u:${users[0]!}'`);
  expect(await alarms()).toEqual([]);
});

it('checks new entries while the nightly full audit fails, and retries it after two hours', async () => {
  const ann = await harness.newUser(5_000);
  await alarms();
  const { rows } = await harness.owner.query<{ view: string }>(`SELECT pg_get_viewdef('audit') AS view`);
  const audit = rows[0]!.view.replace(/;$/, '');
  await harness.owner.query(
    `CREATE OR REPLACE VIEW audit AS SELECT line.* FROM (${audit}) line WHERE violations / 0 IS NULL`,
  );
  await harness.owner.query(
    `UPDATE audit_run SET full_at = now() - interval '2 days', full_started_at = now() - interval '3 days'`,
  );
  await harness.as('admin').topUp({ userId: ann, amount: 1, reference: 'while it fails' });
  await expect(alarms()).rejects.toThrow('division by zero');
  expect(await count('unaudited_entry')).toBe(0);
  expect(await alarms()).toEqual([]);
  await harness.owner.query(`UPDATE audit_run SET full_started_at = full_started_at - interval '2 hours'`);
  await expect(alarms()).rejects.toThrow('division by zero');

  await harness.owner.query(`CREATE OR REPLACE VIEW audit AS ${audit}`);
  await harness.as('admin').auditLedger({});
});

it('returns an audit that takes longer than the limit of other statements', async () => {
  await harness.owner.query(`DO $$ BEGIN EXECUTE format(
    'CREATE OR REPLACE VIEW audit AS WITH slow AS MATERIALIZED (SELECT pg_sleep(7.5)) SELECT line.* FROM slow, (%s) line',
    rtrim(pg_get_viewdef('audit'), ';')); END $$`);
  const { lines } = await harness.as('admin').auditLedger({}, { limitMs: 60_000 });
  expect(lines).toHaveLength(14);
});

it('has one row in the runbook for each invariant', async () => {
  const page = await readFile(
    new URL('../../../docs/runbooks/LedgerAuditViolation.md', import.meta.url),
    'utf8',
  );
  const documented = [...page.matchAll(/^ *\| `([^`]+)` +\|/gm)].map(([, line]) => line);
  const { rows } = await harness.sql.query<{ invariant: string }>('SELECT invariant FROM audit_result');
  expect(documented.toSorted()).toEqual(rows.map(({ invariant }) => invariant).toSorted());
});

-- Audits. `audit` counts every row, so it takes longer with every game: it runs once a night and when an operator asks.
-- Its result is a checkpoint. From there `audit_new_entries` checks what was committed since, in O(new rows).

-- The invariants of the ledger, each counted from the rows themselves: all are 0 in a correct ledger. One statement,
-- hence one snapshot: it can be read while coins move.
DROP VIEW IF EXISTS audit;
CREATE VIEW audit (invariant, violations) AS
  -- Every account beside the sum of its postings.
  SELECT line.*
    FROM (
      SELECT coalesce(sum(balance), 0)::bigint AS total,
             count(*) FILTER (WHERE account.debits IS DISTINCT FROM coalesce(posted.debits, 0)
                                 OR account.credits IS DISTINCT FROM coalesce(posted.credits, 0)) AS differ,
             count(*) FILTER (WHERE kind <> 'mint' AND balance < 0) AS negative
        FROM account FULL JOIN (
          SELECT id, sum(debit) AS debits, sum(credit) AS credits
            FROM (SELECT debit, amount, 0 FROM transfer UNION ALL SELECT credit, 0, amount FROM transfer)
                 side (id, debit, credit)
           GROUP BY id) posted USING (id)
    ) books CROSS JOIN LATERAL (VALUES
      ('sum of all balances', total),
      ('accounts whose totals differ from their postings', differ),
      ('negative users, escrows and sinks', negative)) line (invariant, violations)
  UNION ALL
  -- Every stake beside its escrow.
  SELECT line.*
    FROM (
      SELECT count(*) FILTER (
               WHERE state = 'held' AND id IS NOT NULL AND NOT stake_matches_escrow(stake, escrow)) AS held,
             count(*) FILTER (WHERE state IN ('settled', 'refunded') AND NOT (closed AND balance = 0)) AS ended,
             count(*) FILTER (WHERE state <> 'void' AND id IS NULL) AS alone,
             count(*) FILTER (WHERE id IS NOT NULL AND (state IS NULL OR state = 'void')) AS stray,
             count(*) FILTER (WHERE state = 'held' AND at < now() - longest_stake()) AS overdue
        FROM stake FULL JOIN account escrow ON escrow.id = 'e:' || stake.game_id
       WHERE game_id IS NOT NULL OR kind = 'escrow'
    ) stakes CROSS JOIN LATERAL (VALUES
      ('held escrows that are not 2 x bet', held),
      ('ended escrows that are open or not empty', ended),
      ('stakes without escrow', alone),
      ('escrows without stake', stray),
      ('stakes held longer than 20 minutes', overdue)) line (invariant, violations)
  UNION ALL
  -- `grant_rule` has the kinds of entries that give an item, some of them without coins.
  SELECT 'entries without transfer', count(*)
    FROM journal_entry LEFT JOIN grant_rule ON entry_kind = journal_entry.kind
   WHERE coalesce(paid, true) AND NOT EXISTS (SELECT FROM transfer WHERE entry_key = journal_entry.key)
  UNION ALL
  -- Every item beside the entry that granted it.
  SELECT 'items without entry', count(*)
    FROM owned_item LEFT JOIN journal_entry ON journal_entry.key = entry_key
   WHERE NOT entry_grants_item(journal_entry, owned_item)
  UNION ALL
  SELECT 'entries without item', count(*)
    FROM journal_entry JOIN grant_rule ON entry_kind = journal_entry.kind
    LEFT JOIN account ON account.id = 'u:' || (request ->> 'user')
   WHERE account.closed IS NOT TRUE AND NOT EXISTS (SELECT FROM owned_item WHERE entry_key = journal_entry.key)
  UNION ALL
  SELECT 'items of guests who left', count(*)
    FROM owned_item JOIN account ON account.id = wallet WHERE closed
  UNION ALL
  -- Every record beside the transfer of its entry.
  SELECT 'gifts that differ from their transfer', count(*)
    FROM gift FULL JOIN (
           SELECT transfer.* FROM transfer JOIN journal_entry ON journal_entry.key = entry_key WHERE kind = 'gift') paid
         USING (entry_key)
   WHERE (leg, debit, credit, paid.amount)
         IS DISTINCT FROM (0::smallint, 'u:' || sender, 'u:' || recipient, gift.amount)
  UNION ALL
  SELECT 'weekly rewards that differ from their transfer', count(*)
    FROM weekly_reward FULL JOIN (
           SELECT transfer.* FROM transfer JOIN journal_entry ON journal_entry.key = entry_key
            WHERE kind = 'weekly') paid
         USING (entry_key)
   WHERE (leg, credit, amount) IS DISTINCT FROM (0::smallint, 'u:' || user_id, coins);

-- Every new entry waits for an audit.
CREATE OR REPLACE FUNCTION queue_audit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unaudited_entry (entry_key) VALUES (NEW.key);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER queue_audit AFTER INSERT ON journal_entry FOR EACH ROW EXECUTE FUNCTION queue_audit();

-- The ledger's invariants as far as they are known: the last full audit, and what was found since.
DROP VIEW IF EXISTS audit_result;
CREATE VIEW audit_result (invariant, violations) AS
  SELECT invariant, violations + (SELECT count(*) FROM audit_finding found WHERE found.invariant = line.invariant)
    FROM audit_line line;

-- The invariants that an entry violates, named as in `audit`.
CREATE OR REPLACE FUNCTION violations_of(entry journal_entry) RETURNS SETOF text STABLE
BEGIN ATOMIC
  SELECT 'entries without transfer'
   WHERE NOT EXISTS (SELECT FROM grant_rule WHERE entry_kind = entry.kind AND NOT paid)
     AND NOT EXISTS (SELECT FROM transfer WHERE entry_key = entry.key)
  UNION ALL
  SELECT 'entries without item'
   WHERE EXISTS (SELECT FROM grant_rule WHERE entry_kind = entry.kind)
     AND NOT EXISTS (SELECT FROM account WHERE id = wallet_of(entry.request ->> 'user') AND closed)
     AND NOT EXISTS (SELECT FROM owned_item WHERE entry_key = entry.key)
  UNION ALL
  SELECT 'items without entry' FROM owned_item
   WHERE entry_key = entry.key AND NOT entry_grants_item(entry, owned_item)
  UNION ALL
  SELECT 'items of guests who left'
   WHERE entry.kind = 'guest'
     AND EXISTS (SELECT FROM owned_item WHERE user_id = substr(entry.key, length('guest:') + 1))
  UNION ALL
  SELECT CASE entry.kind WHEN 'gift' THEN 'gifts that differ from their transfer'
                        ELSE 'weekly rewards that differ from their transfer' END
   WHERE NOT has_record(entry)
      OR entry.kind IN ('gift', 'weekly') AND EXISTS (SELECT FROM transfer WHERE entry_key = entry.key AND leg > 0)
  UNION ALL
  SELECT CASE WHEN stake.state IS NULL OR stake.state = 'void' THEN 'escrows without stake'
              WHEN escrow.id IS NULL THEN 'stakes without escrow'
              WHEN stake.state = 'held' THEN 'held escrows that are not 2 x bet'
              ELSE 'ended escrows that are open or not empty' END
    FROM (SELECT split_part(entry.key, ':', 2) WHERE entry.kind IN ('hold', 'settle', 'refund')) of_game (game)
    LEFT JOIN stake ON stake.game_id = game
    LEFT JOIN account escrow ON escrow.id = escrow_of(game)
   WHERE NOT stake_matches_escrow(stake, escrow);
END;

-- Checks up to `p_limit` entries that no audit has checked, and moves the checkpoint over them. Returns whether the
-- queue held as many, so that there may be more. Accounts are compared once the queue is empty: until then they are
-- ahead of the checkpoint. One statement, hence one snapshot. Callers hold the audit's lock.
CREATE OR REPLACE FUNCTION audit_new_entries(p_limit integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_line
     SET violations = (SELECT count(*) FROM stake WHERE state = 'held' AND at < now() - longest_stake())
   WHERE invariant = 'stakes held longer than 20 minutes';

  WITH batch AS MATERIALIZED (
    SELECT entry_key FROM unaudited_entry LIMIT p_limit
  ), pass AS MATERIALIZED (
    SELECT count(*) = p_limit AS more FROM batch
  ), posted AS MATERIALIZED (
    SELECT id, sum(debit)::bigint AS debits, sum(credit)::bigint AS credits
      FROM (SELECT debit, amount, 0 FROM transfer JOIN batch USING (entry_key)
            UNION ALL
            SELECT credit, 0, amount FROM transfer JOIN batch USING (entry_key)) side (id, debit, credit)
     GROUP BY id
    UNION ALL
    -- Accounts of earlier passes that are still to be compared.
    SELECT id, 0, 0 FROM audited_account WHERE dirty
  ), checked AS MATERIALIZED (
    SELECT id, sum(posted.debits)::bigint + coalesce(max(before.debits), 0) AS debits,
           sum(posted.credits)::bigint + coalesce(max(before.credits), 0) AS credits
      FROM posted LEFT JOIN audited_account before USING (id)
     GROUP BY id
  ), checkpoint AS (
    INSERT INTO audited_account AS before (id, debits, credits, dirty)
      SELECT id, debits, credits, more FROM checked, pass
      ON CONFLICT (id) DO UPDATE SET debits = excluded.debits, credits = excluded.credits, dirty = excluded.dirty
  ), queue AS (
    DELETE FROM unaudited_entry USING batch WHERE unaudited_entry.entry_key = batch.entry_key
  ), run AS (
    UPDATE audit_run SET at = now() FROM pass WHERE NOT more
  ), findings AS (
    INSERT INTO audit_finding (invariant, subject)
      SELECT invariant, key
        FROM batch JOIN journal_entry ON journal_entry.key = entry_key, violations_of(journal_entry) invariant
      UNION ALL
      SELECT 'accounts whose totals differ from their postings', checked.id
        FROM pass, checked LEFT JOIN account USING (id)
       WHERE NOT more AND (checked.debits, checked.credits) IS DISTINCT FROM (account.debits, account.credits)
      UNION ALL
      SELECT 'negative users, escrows and sinks', account.id
        FROM checked JOIN account USING (id) WHERE kind <> 'mint' AND balance < 0
      ON CONFLICT DO NOTHING
  )
  SELECT more FROM pass
$$;

-- Returns whether the caller should run a full audit: the last one was before `p_hour` of this night (UTC), and none that
-- failed was started within two hours, which is an hour longer than one may take. Until one has succeeded, always.
CREATE OR REPLACE FUNCTION start_full_audit(p_hour integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH started AS (
    UPDATE audit_run SET full_started_at = now()
     WHERE full_at IS NULL
        OR full_at < date_trunc('day', now() - make_interval(hours => p_hour), 'UTC') + make_interval(hours => p_hour)
           AND coalesce(full_started_at < greatest(full_at, now() - interval '2 hours'), true)
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM started)
$$;

-- Counts every row, and makes what it counted the checkpoint. One statement, hence one snapshot: it runs while coins
-- move. Callers hold the audit's lock.
CREATE OR REPLACE FUNCTION audit_all() RETURNS TABLE (invariant text, violations bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH line AS MATERIALIZED (
    SELECT * FROM audit
  ), result AS (
    INSERT INTO audit_line AS before SELECT * FROM line
      ON CONFLICT (invariant) DO UPDATE SET violations = excluded.violations
  ), outdated AS (
    DELETE FROM audit_line WHERE audit_line.invariant NOT IN (SELECT line.invariant FROM line)
  ), checkpoint AS (
    INSERT INTO audited_account AS before (id, debits, credits)
      SELECT id, sum(debit)::bigint, sum(credit)::bigint
        FROM (SELECT debit, amount, 0 FROM transfer UNION ALL SELECT credit, 0, amount FROM transfer)
             side (id, debit, credit)
       GROUP BY id
      ON CONFLICT (id) DO UPDATE SET debits = excluded.debits, credits = excluded.credits, dirty = false
        WHERE before.dirty OR (before.debits, before.credits) IS DISTINCT FROM (excluded.debits, excluded.credits)
  ), queue AS (
    DELETE FROM unaudited_entry
  ), findings AS (
    DELETE FROM audit_finding
  ), run AS (
    UPDATE audit_run SET at = now(), full_at = now()
  )
  SELECT * FROM line
$$;

GRANT SELECT ON audit, audit_result TO fifteen_economy;
-- `audit` calls `longest_stake` with the rights of its reader, and so does the job that ends overdue stakes.
GRANT EXECUTE ON FUNCTION audit_new_entries, start_full_audit, audit_all, longest_stake TO fifteen_economy;

-- Up Migration

-- The audit continues from a checkpoint. `audit` (0010_records.sql) counts every row, so it takes longer with every game;
-- it runs once a night and whenever an operator asks. In between, `audit_new` checks the operations that were committed
-- since, in O(new rows), against the totals that were checked before.

-- Operations that no audit has checked yet. A queue, because operations commit in another order than they begin, so no
-- number of theirs could serve as a cursor.
CREATE TABLE unaudited_op (
  op_key text PRIMARY KEY
);

CREATE FUNCTION queue_audit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unaudited_op (op_key) VALUES (NEW.key);
  RETURN NULL;
END $$;
CREATE TRIGGER queue_audit AFTER INSERT ON op FOR EACH ROW EXECUTE FUNCTION queue_audit();

-- The checkpoint: the sum of an account's postings that were checked. `dirty`: more postings were added to it than were
-- compared with the account, because the queue was longer than one pass.
CREATE TABLE audited_account (
  id      text PRIMARY KEY,
  debits  bigint NOT NULL,
  credits bigint NOT NULL,
  dirty   boolean NOT NULL DEFAULT false
);
CREATE INDEX audited_account_dirty ON audited_account (id) WHERE dirty;

-- The result of the last full audit.
CREATE TABLE audit_line (
  invariant  text PRIMARY KEY,
  violations bigint NOT NULL
);

-- What was found in new rows since. Kept until the next full audit, which counts it again from the rows themselves.
CREATE TABLE audit_finding (
  invariant text NOT NULL,
  -- The operation or the account.
  subject   text NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invariant, subject)
);

-- When the audits were; one row.
CREATE TABLE audit_run (
  id      boolean PRIMARY KEY DEFAULT true CHECK (id),
  at      timestamptz,
  full_at timestamptz
);
INSERT INTO audit_run DEFAULT VALUES;

-- The ledger's invariants as far as they are known: the last full audit, and what was found since.
CREATE VIEW audit_result (invariant, violations) AS
  SELECT invariant, violations + (SELECT count(*) FROM audit_finding found WHERE found.invariant = line.invariant)
    FROM audit_line line;


-- The invariants that an operation violates, in the words of `audit`.
CREATE FUNCTION violated_by(fact op) RETURNS SETOF text STABLE
BEGIN ATOMIC
  SELECT 'operations without transfer'
   WHERE NOT EXISTS (SELECT FROM giving WHERE op_kind = fact.kind AND NOT paid)
     AND NOT EXISTS (SELECT FROM transfer WHERE op_key = fact.key)
  UNION ALL
  SELECT 'operations without item'
   WHERE EXISTS (SELECT FROM giving WHERE op_kind = fact.kind)
     AND NOT EXISTS (SELECT FROM account WHERE id = wallet_of(fact.req ->> 'user') AND closed)
     AND NOT EXISTS (SELECT FROM owned_item WHERE op_key = fact.key)
  UNION ALL
  SELECT 'items without operation' FROM owned_item WHERE op_key = fact.key AND NOT gave(fact, owned_item)
  UNION ALL
  SELECT 'items of guests who left'
   WHERE fact.kind = 'guest'
     AND EXISTS (SELECT FROM owned_item WHERE user_id = substr(fact.key, length('guest:') + 1))
  UNION ALL
  SELECT CASE fact.kind WHEN 'gift' THEN 'gifts that differ from their transfer'
                        ELSE 'weekly rewards that differ from their transfer' END
   WHERE NOT recorded(fact)
      OR fact.kind IN ('gift', 'weekly') AND EXISTS (SELECT FROM transfer WHERE op_key = fact.key AND leg > 0)
  UNION ALL
  SELECT CASE WHEN stake.state IS NULL OR stake.state = 'void' THEN 'escrows without stake'
              WHEN escrow.id IS NULL THEN 'stakes without escrow'
              WHEN stake.state = 'held' THEN 'held escrows that are not 2 x bet'
              ELSE 'ended escrows that are open or not empty' END
    FROM (SELECT split_part(fact.key, ':', 2) WHERE fact.kind IN ('hold', 'settle', 'refund')) of_game (game)
    LEFT JOIN stake ON stake.game_id = game
    LEFT JOIN account escrow ON escrow.id = escrow_of(game)
   WHERE NOT agree(stake, escrow);
END;

-- Checks up to `most` operations that no audit has checked, and moves the checkpoint over them. Returns whether the queue
-- held as many, so that there may be more. Accounts are compared once the queue is empty: until then they are ahead of
-- the checkpoint. One statement, hence one snapshot. Callers hold the audit's lock.
CREATE FUNCTION audit_new(most integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_line SET violations = (SELECT count(*) FROM stake WHERE state = 'held' AND at < now() - interval '20 minutes')
   WHERE invariant = 'stakes held longer than 20 minutes';

  WITH batch AS MATERIALIZED (
    SELECT op_key FROM unaudited_op LIMIT most
  ), pass AS MATERIALIZED (
    SELECT count(*) = most AS more FROM batch
  ), posted AS MATERIALIZED (
    SELECT id, sum(debit)::bigint AS debits, sum(credit)::bigint AS credits
      FROM (SELECT debit, amount, 0 FROM transfer JOIN batch USING (op_key)
            UNION ALL
            SELECT credit, 0, amount FROM transfer JOIN batch USING (op_key)) side (id, debit, credit)
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
    DELETE FROM unaudited_op USING batch WHERE unaudited_op.op_key = batch.op_key
  ), run AS (
    UPDATE audit_run SET at = now() FROM pass WHERE NOT more
  ), findings AS (
    INSERT INTO audit_finding (invariant, subject)
      SELECT invariant, key FROM batch JOIN op ON op.key = op_key, violated_by(op) invariant
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

-- Counts every row, and makes what it counted the checkpoint. One statement, hence one snapshot: it runs while coins move.
-- Callers hold the audit's lock.
CREATE FUNCTION audit_all() RETURNS TABLE (invariant text, violations bigint)
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
    DELETE FROM unaudited_op
  ), findings AS (
    DELETE FROM audit_finding
  ), run AS (
    UPDATE audit_run SET at = now(), full_at = now()
  )
  SELECT * FROM line
$$;

GRANT SELECT ON audit_result, audit_run, audit_finding, unaudited_op TO fifteen_economy;
GRANT EXECUTE ON FUNCTION audit_new, audit_all TO fifteen_economy;

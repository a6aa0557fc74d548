-- The journal: entries and their transfers.

-- The only way in which a balance changes: a transfer was written, so both its accounts change in the same statement.
CREATE OR REPLACE FUNCTION post_transfer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- By id, as all commands do, so that they never deadlock.
  PERFORM FROM account WHERE id IN (NEW.debit, NEW.credit) ORDER BY id COLLATE "C" FOR NO KEY UPDATE;
  PERFORM FROM journal_entry
    JOIN account source ON source.id = NEW.debit
    JOIN account target ON target.id = NEW.credit
    JOIN allowed_transfer
      ON (entry_kind, source_kind, target_kind) = (journal_entry.kind, source.kind, target.kind)
   WHERE journal_entry.key = NEW.entry_key;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no transfer from % to % is allowed under %', NEW.debit, NEW.credit, NEW.entry_key
      USING ERRCODE = 'check_violation';
  END IF;
  UPDATE account SET debits = debits + NEW.amount WHERE id = NEW.debit;
  UPDATE account SET credits = credits + NEW.amount WHERE id = NEW.credit;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_transfer AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION post_transfer();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entry
  EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer EXECUTE FUNCTION reject_change();

-- At the end of every transaction: an entry has moved what its kind moves, coins or an item or both, and has its
-- record.
CREATE OR REPLACE FUNCTION guard_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule grant_rule;
BEGIN
  SELECT * INTO rule FROM grant_rule WHERE entry_kind = NEW.kind;
  IF coalesce(rule.paid, true) AND NOT EXISTS (SELECT FROM transfer WHERE entry_key = NEW.key)
     OR rule.entry_kind IS NOT NULL AND NOT EXISTS (SELECT FROM owned_item WHERE entry_key = NEW.key) THEN
    RAISE EXCEPTION 'entry % moves nothing', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  ELSIF NOT has_record(NEW) THEN
    RAISE EXCEPTION 'entry % has no record', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS guard_entry ON journal_entry;
CREATE CONSTRAINT TRIGGER guard_entry AFTER INSERT ON journal_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_entry();

-- Whether this entry was written before; FC409 with another request under the same key.
CREATE OR REPLACE FUNCTION is_replay(p_key text, p_kind text, p_request jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  before journal_entry;
BEGIN
  SELECT * INTO before FROM journal_entry WHERE key = p_key;
  IF FOUND AND (before.kind, before.request) IS DISTINCT FROM (p_kind, p_request) THEN
    RAISE EXCEPTION '% was requested with other terms', p_key USING ERRCODE = 'FC409';
  END IF;
  RETURN FOUND;
END $$;

-- Writes an entry; false when it was written before. Waits for a transaction that is writing the same one.
CREATE OR REPLACE FUNCTION begin_entry(p_key text, p_kind text, p_request jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_entry (key, kind, request) VALUES (p_key, p_kind, p_request) ON CONFLICT DO NOTHING;
  RETURN FOUND OR NOT is_replay(p_key, p_kind, p_request);
END $$;

-- Writes an entry of one transfer; false when it was written before.
CREATE OR REPLACE FUNCTION pay(
  p_key text, p_kind text, p_request jsonb, p_source text, p_target text, p_amount bigint
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_entry(p_key, p_kind, p_request) THEN
    RETURN false;
  END IF;
  INSERT INTO transfer (entry_key, leg, debit, credit, amount) VALUES (p_key, 0, p_source, p_target, p_amount);
  RETURN true;
END $$;

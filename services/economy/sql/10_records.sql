-- Gifts and weekly rewards are written twice, as a transfer and as a record beside it: neither without the other, and
-- both alike.

-- Whether this entry has the record of its kind, and the record agrees with the transfer. Null: its kind has no record.
CREATE OR REPLACE FUNCTION has_record(entry journal_entry) RETURNS boolean STABLE
RETURN CASE entry.kind
  WHEN 'gift' THEN EXISTS (
    SELECT FROM gift JOIN transfer USING (entry_key)
     WHERE entry_key = entry.key
       AND (leg, debit, credit, transfer.amount) = (0, wallet_of(sender), wallet_of(recipient), gift.amount))
  WHEN 'weekly' THEN EXISTS (
    SELECT FROM weekly_reward JOIN transfer USING (entry_key)
     WHERE entry_key = entry.key AND (leg, credit, amount) = (0, wallet_of(user_id), coins)) END;

-- At the end of every transaction: a record agrees with the transfer of its entry.
CREATE OR REPLACE FUNCTION guard_record() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM journal_entry
    WHERE key = NEW.entry_key AND kind = CASE TG_TABLE_NAME WHEN 'gift' THEN 'gift' ELSE 'weekly' END
      AND has_record(journal_entry);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not transfer this', NEW.entry_key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS has_transfer ON gift;
CREATE CONSTRAINT TRIGGER has_transfer AFTER INSERT ON gift
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();

DROP TRIGGER IF EXISTS has_transfer ON weekly_reward;
CREATE CONSTRAINT TRIGGER has_transfer AFTER INSERT ON weekly_reward
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();

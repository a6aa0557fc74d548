-- Has this operation the record that its kind leaves, and does it say what the transfer says? Null: its kind leaves none.
CREATE OR REPLACE FUNCTION recorded(fact op) RETURNS boolean STABLE RETURN CASE fact.kind
  WHEN 'gift' THEN EXISTS (
    SELECT FROM gift JOIN transfer USING (op_key)
     WHERE op_key = fact.key
       AND (leg, debit, credit, transfer.amount) = (0, wallet_of(sender), wallet_of(recipient), gift.amount))
  WHEN 'weekly' THEN EXISTS (
    SELECT FROM weekly_reward JOIN transfer USING (op_key)
     WHERE op_key = fact.key AND (leg, credit, amount) = (0, wallet_of(user_id), coins)) END;

CREATE OR REPLACE FUNCTION guard_record() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM op
    WHERE key = NEW.op_key AND kind = CASE TG_TABLE_NAME WHEN 'gift' THEN 'gift' ELSE 'weekly' END AND recorded(op);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not move this', NEW.op_key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS was_moved ON gift;
CREATE CONSTRAINT TRIGGER was_moved AFTER INSERT ON gift
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();

DROP TRIGGER IF EXISTS was_moved ON weekly_reward;
CREATE CONSTRAINT TRIGGER was_moved AFTER INSERT ON weekly_reward
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();

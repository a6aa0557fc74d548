-- Up Migration

-- Gifts and rewards are written down twice, as a transfer and as a record beside it: neither without the other, and both
-- the same.

-- Has this operation the record that its kind leaves, and does it say what the transfer says? Null: its kind leaves none.
CREATE FUNCTION recorded(fact op) RETURNS boolean STABLE RETURN CASE fact.kind
  WHEN 'gift' THEN EXISTS (
    SELECT FROM gift JOIN transfer USING (op_key)
     WHERE op_key = fact.key
       AND (leg, debit, credit, transfer.amount) = (0, wallet_of(sender), wallet_of(recipient), gift.amount))
  WHEN 'weekly' THEN EXISTS (
    SELECT FROM weekly_reward JOIN transfer USING (op_key)
     WHERE op_key = fact.key AND (leg, credit, amount) = (0, wallet_of(user_id), coins)) END;

CREATE FUNCTION guard_record() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM op
    WHERE key = NEW.op_key AND kind = CASE TG_TABLE_NAME WHEN 'gift' THEN 'gift' ELSE 'weekly' END AND recorded(op);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not move this', NEW.op_key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER was_moved AFTER INSERT ON gift
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();
CREATE CONSTRAINT TRIGGER was_moved AFTER INSERT ON weekly_reward
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_record();

-- At the end of every transaction: an operation has moved what its kind moves, coins or an item or both, and left its
-- record.
CREATE OR REPLACE FUNCTION guard_op() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  item giving;
BEGIN
  SELECT * INTO item FROM giving WHERE op_kind = NEW.kind;
  IF coalesce(item.paid, true) AND NOT EXISTS (SELECT FROM transfer WHERE op_key = NEW.key)
     OR item.op_kind IS NOT NULL AND NOT EXISTS (SELECT FROM owned_item WHERE op_key = NEW.key) THEN
    RAISE EXCEPTION 'operation % moves nothing', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  ELSIF NOT recorded(NEW) THEN
    RAISE EXCEPTION 'operation % leaves no record', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;


-- The audit of 0005_items.sql with gifts, rewards, and items that went with their owner.
CREATE OR REPLACE VIEW audit (invariant, violations) AS
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
      SELECT count(*) FILTER (WHERE state = 'held' AND id IS NOT NULL AND NOT agree(stake, escrow)) AS held,
             count(*) FILTER (WHERE state IN ('settled', 'refunded') AND NOT (closed AND balance = 0)) AS ended,
             count(*) FILTER (WHERE state <> 'void' AND id IS NULL) AS alone,
             count(*) FILTER (WHERE id IS NOT NULL AND (state IS NULL OR state = 'void')) AS stray,
             count(*) FILTER (WHERE state = 'held' AND at < now() - interval '20 minutes') AS overdue
        FROM stake FULL JOIN account escrow ON escrow.id = 'e:' || stake.game_id
       WHERE game_id IS NOT NULL OR kind = 'escrow'
    ) stakes CROSS JOIN LATERAL (VALUES
      ('held escrows that are not 2 x bet', held),
      ('ended escrows that are open or not empty', ended),
      ('stakes without escrow', alone),
      ('escrows without stake', stray),
      ('stakes held longer than 20 minutes', overdue)) line (invariant, violations)
  UNION ALL
  SELECT 'operations without transfer', count(*)
    FROM op LEFT JOIN giving ON op_kind = op.kind
   WHERE coalesce(paid, true) AND NOT EXISTS (SELECT FROM transfer WHERE op_key = op.key)
  UNION ALL
  -- Every item beside the operation that gave it.
  SELECT 'items without operation', count(*)
    FROM owned_item LEFT JOIN op ON op.key = op_key WHERE NOT gave(op, owned_item)
  UNION ALL
  SELECT 'operations without item', count(*)
    FROM op JOIN giving ON op_kind = op.kind LEFT JOIN account ON account.id = 'u:' || (req ->> 'user')
   WHERE account.closed IS NOT TRUE AND NOT EXISTS (SELECT FROM owned_item WHERE op_key = op.key)
  UNION ALL
  SELECT 'items of guests who left', count(*)
    FROM owned_item JOIN account ON account.id = wallet WHERE closed
  UNION ALL
  -- Every record beside the transfer of its operation.
  SELECT 'gifts that differ from their transfer', count(*)
    FROM gift FULL JOIN (SELECT transfer.* FROM transfer JOIN op ON op.key = op_key WHERE kind = 'gift') paid USING (op_key)
   WHERE (leg, debit, credit, paid.amount)
         IS DISTINCT FROM (0::smallint, 'u:' || sender, 'u:' || recipient, gift.amount)
  UNION ALL
  SELECT 'weekly rewards that differ from their transfer', count(*)
    FROM weekly_reward FULL JOIN (SELECT transfer.* FROM transfer JOIN op ON op.key = op_key WHERE kind = 'weekly') paid
         USING (op_key)
   WHERE (leg, credit, amount) IS DISTINCT FROM (0::smallint, 'u:' || user_id, coins);

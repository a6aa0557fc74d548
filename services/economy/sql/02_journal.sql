-- The one way a balance changes: a transfer was written, so both its accounts move, together and at once.
CREATE OR REPLACE FUNCTION post() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Everybody locks in the same order, so that nobody waits in a circle.
  PERFORM FROM account WHERE id IN (NEW.debit, NEW.credit) ORDER BY id COLLATE "C" FOR NO KEY UPDATE;
  PERFORM FROM op
    JOIN account src ON src.id = NEW.debit
    JOIN account dst ON dst.id = NEW.credit
    JOIN flow ON (flow.op_kind, flow.src, flow.dst) = (op.kind, src.kind, dst.kind)
   WHERE op.key = NEW.op_key;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no flow from % to % under %', NEW.debit, NEW.credit, NEW.op_key USING ERRCODE = 'check_violation';
  END IF;
  UPDATE account SET debits = debits + NEW.amount WHERE id = NEW.debit;
  UPDATE account SET credits = credits + NEW.amount WHERE id = NEW.credit;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION post();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON op EXECUTE FUNCTION refuse();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer EXECUTE FUNCTION refuse();

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

DROP TRIGGER IF EXISTS moves_something ON op;
CREATE CONSTRAINT TRIGGER moves_something AFTER INSERT ON op
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_op();

-- Has this been done? With another request under the same key it is an error.
CREATE OR REPLACE FUNCTION already(fact text, of_kind text, request jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  before op;
BEGIN
  SELECT * INTO before FROM op WHERE key = fact;
  IF FOUND AND (before.kind, before.req) IS DISTINCT FROM (of_kind, request) THEN
    RAISE EXCEPTION '% happened otherwise', fact USING ERRCODE = 'FC409';
  END IF;
  RETURN FOUND;
END $$;

-- Writes the operation down; false when it was there before. Waits for whoever is writing the same one.
CREATE OR REPLACE FUNCTION begin_op(fact text, of_kind text, request jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO op (key, kind, req) VALUES (fact, of_kind, request) ON CONFLICT DO NOTHING;
  RETURN FOUND OR NOT already(fact, of_kind, request);
END $$;

-- The operation of one leg; false when it was done before.
CREATE OR REPLACE FUNCTION pay(fact text, of_kind text, request jsonb, source text, target text, coins bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_op(fact, of_kind, request) THEN
    RETURN false;
  END IF;
  INSERT INTO transfer (op_key, leg, debit, credit, amount) VALUES (fact, 0, source, target, coins);
  RETURN true;
END $$;

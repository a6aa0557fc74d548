-- Is this the operation that gave this item? Its request names whose, which and of what kind.
CREATE OR REPLACE FUNCTION gave(fact op, it owned_item) RETURNS boolean STABLE RETURN coalesce(
  it.op_key = fact.key
  AND fact.req @> jsonb_build_object('user', it.user_id, 'kind', it.kind, 'item', it.item)
  AND EXISTS (SELECT FROM giving WHERE op_kind = fact.kind), false);

-- … and only into an open one they come.
CREATE OR REPLACE FUNCTION guard_item() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM op JOIN account ON account.id = NEW.wallet AND NOT closed WHERE op.key = NEW.op_key AND gave(op, NEW);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not give %', NEW.op_key, NEW.item USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER was_given AFTER INSERT ON owned_item FOR EACH ROW EXECUTE FUNCTION guard_item();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR TRUNCATE ON owned_item EXECUTE FUNCTION refuse();

-- Items go with their owner, and not otherwise: only those of a wallet that is closed can be forgotten …
CREATE OR REPLACE FUNCTION guard_forgetting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM account WHERE id = OLD.wallet AND closed;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% stays with its owner', OLD.item USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER goes_with_its_owner BEFORE DELETE ON owned_item FOR EACH ROW EXECUTE FUNCTION guard_forgetting();

-- Writes down that an operation has given its item. FC410: the user owns it by another.
CREATE OR REPLACE FUNCTION give(fact text, who text, of_kind item_kind, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owned_item (user_id, kind, item, op_key) VALUES (who, of_kind, what, fact)
    ON CONFLICT (user_id, kind, item) DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user owns % already', what USING ERRCODE = 'FC410';
  END IF;
END $$;

-- Gives an item without coins, once per reference of the operator's. Answers since when it is owned. Locks, as all verbs
-- do, wallet before operation.
CREATE OR REPLACE FUNCTION grant_item(who text, of_kind item_kind, what text, reference text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  fact CONSTANT text := 'grant:' || reference;
BEGIN
  PERFORM lock_wallet(who);
  IF begin_op(fact, 'grant', jsonb_build_object('user', who, 'kind', of_kind, 'item', what)) THEN
    PERFORM give(fact, who, of_kind, what);
  END IF;
  RETURN (SELECT at FROM op WHERE key = fact);
END $$;

-- Puts an item on; null is the default. Answers whether that is another than before. FC411: this user does not own it.
CREATE OR REPLACE FUNCTION wear_item(who text, of_kind item_kind, what text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM lock_wallet(who);
  IF what IS NULL THEN
    DELETE FROM worn WHERE (user_id, kind) = (who, of_kind);
    RETURN FOUND;
  END IF;
  PERFORM FROM owned_item WHERE (user_id, kind, item) = (who, of_kind, what);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user does not own %', what USING ERRCODE = 'FC411';
  END IF;
  INSERT INTO worn AS before (user_id, kind, item) VALUES (who, of_kind, what)
    ON CONFLICT (user_id, kind) DO UPDATE SET item = excluded.item WHERE before.item <> excluded.item;
  RETURN FOUND;
END $$;

-- `audit` calls `gave` with the rights of its reader.
GRANT EXECUTE ON FUNCTION gave, grant_item, wear_item TO fifteen_economy;

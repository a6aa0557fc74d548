-- Items: who owns them, by which entry, and what is equipped.

-- Whether this entry granted this item: its request names the user, the item and its kind.
CREATE OR REPLACE FUNCTION entry_grants_item(entry journal_entry, owned owned_item) RETURNS boolean STABLE
RETURN coalesce(
  owned.entry_key = entry.key
  AND entry.request @> jsonb_build_object('user', owned.user_id, 'kind', owned.kind, 'item', owned.item)
  AND EXISTS (SELECT FROM grant_rule WHERE entry_kind = entry.kind), false);

-- An item comes by the entry that grants it, to an open wallet.
CREATE OR REPLACE FUNCTION guard_item() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM journal_entry JOIN account ON account.id = NEW.wallet AND NOT closed
    WHERE journal_entry.key = NEW.entry_key AND entry_grants_item(journal_entry, NEW);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not grant %', NEW.entry_key, NEW.item USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER was_granted AFTER INSERT ON owned_item FOR EACH ROW EXECUTE FUNCTION guard_item();

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR TRUNCATE ON owned_item EXECUTE FUNCTION reject_change();

-- Items are deleted with their owner only: when the wallet is closed.
CREATE OR REPLACE FUNCTION guard_item_deletion() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM account WHERE id = OLD.wallet AND closed;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% stays with its owner', OLD.item USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER guard_deletion BEFORE DELETE ON owned_item
  FOR EACH ROW EXECUTE FUNCTION guard_item_deletion();

-- Writes the item that an entry grants. FC410: the user owns it by another entry.
CREATE OR REPLACE FUNCTION add_owned_item(p_key text, p_user text, p_kind item_kind, p_item text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owned_item (user_id, kind, item, entry_key) VALUES (p_user, p_kind, p_item, p_key)
    ON CONFLICT (user_id, kind, item) DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user owns % already', p_item USING ERRCODE = 'FC410';
  END IF;
END $$;

-- Grants an item without coins, once per reference of the operator. Returns when it was granted.
CREATE OR REPLACE FUNCTION grant_item(p_user text, p_kind item_kind, p_item text, p_reference text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  journal_key CONSTANT text := 'grant:' || p_reference;
BEGIN
  PERFORM lock_wallet(p_user);
  IF begin_entry(journal_key, 'grant', jsonb_build_object('user', p_user, 'kind', p_kind, 'item', p_item)) THEN
    PERFORM add_owned_item(journal_key, p_user, p_kind, p_item);
  END IF;
  RETURN (SELECT at FROM journal_entry WHERE key = journal_key);
END $$;

-- Equips an item; null is the default. Returns whether that is another than before. FC411: this user does not own it.
CREATE OR REPLACE FUNCTION equip_item(p_user text, p_kind item_kind, p_item text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM lock_wallet(p_user);
  IF p_item IS NULL THEN
    DELETE FROM equipped_item WHERE (user_id, kind) = (p_user, p_kind);
    RETURN FOUND;
  END IF;
  PERFORM FROM owned_item WHERE (user_id, kind, item) = (p_user, p_kind, p_item);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user does not own %', p_item USING ERRCODE = 'FC411';
  END IF;
  INSERT INTO equipped_item AS before (user_id, kind, item) VALUES (p_user, p_kind, p_item)
    ON CONFLICT (user_id, kind) DO UPDATE SET item = excluded.item WHERE before.item <> excluded.item;
  RETURN FOUND;
END $$;

-- `audit` calls `entry_grants_item` with the rights of its reader.
GRANT EXECUTE ON FUNCTION entry_grants_item, grant_item, equip_item TO fifteen_economy;

-- Up Migration

-- What coins buy, and what of it is worn (around-play 3 and 4).

INSERT INTO account (id, kind) SELECT format('sink:shop/%s', shard), 'sink' FROM generate_series(0, 15) shard;
INSERT INTO flow (op_kind, src, dst) VALUES ('buy', 'user', 'sink');
INSERT INTO giving VALUES ('buy', true);

-- The default of a kind is everybody's, so nobody is given it and nobody pays for it.
ALTER TABLE owned_item ADD CONSTRAINT default_is_everybodys CHECK (item <> 'default');

-- What somebody wears: one of a kind, and only what they own. Where there is no row, it is the default.
CREATE TABLE worn (
  user_id text,
  kind    item_kind CHECK (kind <> 'emoji'),
  item    text NOT NULL,
  PRIMARY KEY (user_id, kind),
  FOREIGN KEY (user_id, kind, item) REFERENCES owned_item ON DELETE CASCADE
);


-- Items go with their owner, and not otherwise: only those of a wallet that is closed can be forgotten …
CREATE FUNCTION guard_forgetting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM account WHERE id = OLD.wallet AND closed;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% stays with its owner', OLD.item USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

DROP TRIGGER written_once ON owned_item;
CREATE TRIGGER written_once BEFORE UPDATE OR TRUNCATE ON owned_item EXECUTE FUNCTION refuse();
CREATE TRIGGER goes_with_its_owner BEFORE DELETE ON owned_item FOR EACH ROW EXECUTE FUNCTION guard_forgetting();

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

-- Empties a guest's wallet into the sink, closes it and forgets what the guest owned and wore, once. A wallet that does
-- not exist yet is born closed.
CREATE OR REPLACE FUNCTION expire_guest(who text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(who), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(who);
  IF wallet.closed THEN
    RETURN answer_wallet(who, false);
  END IF;
  IF wallet.balance > 0 THEN
    PERFORM pay('guest:' || who, 'guest', '{}', wallet.id, 'sink:guest', wallet.balance);
  END IF;
  UPDATE account SET closed = true WHERE id = wallet.id;
  DELETE FROM owned_item WHERE user_id = who;
  RETURN answer_wallet(who, true);
END $$;

-- Of guests who left before this was so.
DELETE FROM owned_item WHERE wallet IN (SELECT id FROM account WHERE closed);


-- FC402: somebody is short; the detail is the figure to be told, what there is or what is needed.
CREATE FUNCTION refuse_poor(figure bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'not enough coins' USING ERRCODE = 'FC402', DETAIL = figure;
END $$;

CREATE TYPE purchase_answer AS (coins bigint, moved jsonb, owned_before boolean);

-- Takes the price and gives the item, once for a user and item. Whoever owns it pays nothing; `owned_before` says so,
-- but not to the repeat of the purchase that paid, which `by` names.
CREATE FUNCTION buy_item(who text, of_kind item_kind, what text, price bigint, by text) RETURNS purchase_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet CONSTANT account := lock_wallet(who);
  fact CONSTANT text := format('buy:%s:%s:%s', who, of_kind, what);
  reason op;
  paid wallet_answer;
BEGIN
  SELECT op.* INTO reason FROM owned_item JOIN op ON op.key = op_key
    WHERE (user_id, owned_item.kind, item) = (who, of_kind, what);
  IF FOUND THEN
    RETURN (wallet.balance, '[]'::jsonb, (by = '' OR (reason.req ->> 'by') IS DISTINCT FROM by))::purchase_answer;
  END IF;
  IF wallet.balance < price THEN
    PERFORM refuse_poor(price);
  END IF;
  paid := answer_wallet(who, pay(fact, 'buy',
    jsonb_build_object('user', who, 'kind', of_kind, 'item', what, 'by', by),
    wallet.id, format('sink:shop/%s', shard_of(who)), price));
  PERFORM give(fact, who, of_kind, what);
  RETURN (paid.coins, paid.moved, false)::purchase_answer;
END $$;

-- Puts an item on; null is the default. Answers whether that is another than before. FC411: this user does not own it.
CREATE FUNCTION wear_item(who text, of_kind item_kind, what text) RETURNS boolean
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

GRANT SELECT ON worn TO fifteen_economy;
GRANT EXECUTE ON FUNCTION buy_item, wear_item TO fifteen_economy;

-- Up Migration

-- What users own beside coins. An item comes to somebody by one operation and stays for ever. The catalogue, with what
-- things are called and cost, is the service's (src/catalogue): here stands who has what, and why.

CREATE TYPE item_kind AS ENUM ('emoji', 'piece_style', 'avatar_frame');

CREATE TABLE owned_item (
  user_id text,
  kind    item_kind,
  item    text CHECK (item ~ '^[a-z][a-z0-9_]{0,31}$'),
  -- The one operation that gave it, and it alone.
  op_key  text NOT NULL UNIQUE REFERENCES op,
  -- Only somebody who can own coins can own things.
  wallet  text NOT NULL GENERATED ALWAYS AS ('u:' || user_id) STORED REFERENCES account,
  PRIMARY KEY (user_id, kind, item)
);

CREATE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON owned_item EXECUTE FUNCTION refuse();

-- Which kind of operation gives an item, as `flow` is of coins: a kind that is missing here gives none. Unpaid, it moves
-- no coins at all: no flow is of that kind, so `post` refuses its every transfer, and the guard below does not wait for
-- one. Paid, it does both in one transaction or neither.
CREATE TABLE giving (
  op_kind text PRIMARY KEY,
  paid    boolean NOT NULL
);

INSERT INTO giving VALUES ('grant', false);


-- Is this the operation that gave this item? Its request names whose, which and of what kind.
CREATE FUNCTION gave(fact op, it owned_item) RETURNS boolean STABLE RETURN coalesce(
  it.op_key = fact.key
  AND fact.req @> jsonb_build_object('user', it.user_id, 'kind', it.kind, 'item', it.item)
  AND EXISTS (SELECT FROM giving WHERE op_kind = fact.kind), false);

CREATE FUNCTION guard_item() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM op WHERE op.key = NEW.op_key AND gave(op, NEW);
  IF NOT FOUND THEN
    RAISE EXCEPTION '% did not give %', NEW.op_key, NEW.item USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER was_given AFTER INSERT ON owned_item FOR EACH ROW EXECUTE FUNCTION guard_item();

-- At the end of every transaction: an operation has moved what its kind moves, coins or an item or both.
CREATE OR REPLACE FUNCTION guard_op() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gift giving;
BEGIN
  SELECT * INTO gift FROM giving WHERE op_kind = NEW.kind;
  IF coalesce(gift.paid, true) AND NOT EXISTS (SELECT FROM transfer WHERE op_key = NEW.key)
     OR gift.op_kind IS NOT NULL AND NOT EXISTS (SELECT FROM owned_item WHERE op_key = NEW.key) THEN
    RAISE EXCEPTION 'operation % moves nothing', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;


-- Writes down that an operation has given its item. FC410: the user owns it by another.
CREATE FUNCTION give(fact text, who text, of_kind item_kind, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owned_item (user_id, kind, item, op_key) VALUES (who, of_kind, what, fact)
    ON CONFLICT (user_id, kind, item) DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this user owns % already', what USING ERRCODE = 'FC410';
  END IF;
END $$;

-- Gives an item without coins, once per reference of the operator's. Answers since when it is owned. Locks, as all verbs
-- do, wallet before operation.
CREATE FUNCTION grant_item(who text, of_kind item_kind, what text, reference text) RETURNS timestamptz
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


-- The audit of 0004_audit.sql, where only operations that move coins need a transfer, and with the items.
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
    FROM op JOIN giving ON op_kind = op.kind WHERE NOT EXISTS (SELECT FROM owned_item WHERE op_key = op.key);

GRANT SELECT ON owned_item, giving TO fifteen_economy;
GRANT EXECUTE ON FUNCTION gave, grant_item TO fifteen_economy;

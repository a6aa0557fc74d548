-- Up Migration

-- What the database refuses whoever asks, its owner included. Every function here runs with the owner's rights and a
-- fixed search path: a deferred guard runs at the commit, when the session is the caller's again.

-- The one way a balance changes: a transfer was written, so both its accounts move, together and at once.
CREATE FUNCTION post() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

CREATE TRIGGER post AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION post();


-- What is written stays written.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is never allowed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON op EXECUTE FUNCTION refuse();
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer EXECUTE FUNCTION refuse();
CREATE TRIGGER never_lost BEFORE DELETE OR TRUNCATE ON account EXECUTE FUNCTION refuse();
CREATE TRIGGER never_lost BEFORE DELETE OR TRUNCATE ON stake EXECUTE FUNCTION refuse();


-- An account is born empty and open, keeps its name, is closed for good, and only `post` moves its totals.
CREATE FUNCTION guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.debits, NEW.credits, NEW.closed) IS DISTINCT FROM (0::bigint, 0::bigint, false) THEN
      RAISE EXCEPTION 'account % is not born empty', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF (NEW.id, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.kind) OR OLD.closed AND NOT NEW.closed THEN
    RAISE EXCEPTION 'account % stays what it is', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  -- Depth 1 is this trigger itself: a statement of somebody's own. Depth 2 is the update that `post` makes.
  ELSIF (NEW.debits, NEW.credits) IS DISTINCT FROM (OLD.debits, OLD.credits) AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only a transfer moves account %', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION guard_account();


-- A stake is born held or void and ends once; its terms never change.
CREATE FUNCTION guard_stake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('held', 'void') THEN
      RAISE EXCEPTION 'stake % begins with its end', NEW.game_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF (NEW.game_id, NEW.x_user, NEW.o_user, NEW.bet, NEW.short, NEW.at)
        IS DISTINCT FROM (OLD.game_id, OLD.x_user, OLD.o_user, OLD.bet, OLD.short, OLD.at)
        OR OLD.state <> 'held' OR NEW.state NOT IN ('settled', 'refunded') THEN
    RAISE EXCEPTION 'stake % stays what it is', OLD.game_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON stake FOR EACH ROW EXECUTE FUNCTION guard_stake();


-- At the end of every transaction: an operation has moved something …
CREATE FUNCTION guard_op() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM transfer WHERE op_key = NEW.key) THEN
    RAISE EXCEPTION 'operation % moves nothing', NEW.key USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER moves_something AFTER INSERT ON op
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_op();

-- … and a stake and its escrow say the same: 2 × bet while held, closed (hence empty) once it ended, none if void.
CREATE FUNCTION agree(stakes stake, escrow account) RETURNS boolean IMMUTABLE RETURN coalesce(CASE stakes.state
  WHEN 'held' THEN escrow.balance = 2 * stakes.bet AND NOT escrow.closed
  WHEN 'settled' THEN escrow.closed
  WHEN 'refunded' THEN escrow.closed
  ELSE escrow.id IS NULL END, false);

CREATE FUNCTION guard_escrow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  game text := CASE TG_TABLE_NAME WHEN 'stake' THEN to_jsonb(NEW) ->> 'game_id' ELSE substr(to_jsonb(NEW) ->> 'id', 3) END;
  stakes stake;
  escrow account;
BEGIN
  SELECT * INTO stakes FROM stake WHERE game_id = game;
  SELECT * INTO escrow FROM account WHERE id = 'e:' || game;
  IF NOT agree(stakes, escrow) THEN
    RAISE EXCEPTION 'stake and escrow of % differ', game USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER agrees_with_escrow AFTER INSERT OR UPDATE ON stake
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_escrow();
CREATE CONSTRAINT TRIGGER agrees_with_stake AFTER INSERT OR UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'escrow') EXECUTE FUNCTION guard_escrow();

-- Up Migration

-- News of a balance may overtake each other on their way: the version says which is newer. It counts the changes of the
-- account, and nobody sets it.
ALTER TABLE account ADD COLUMN version bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.debits, NEW.credits, NEW.closed, NEW.version) IS DISTINCT FROM (0::bigint, 0::bigint, false, 0::bigint) THEN
      RAISE EXCEPTION 'account % is not born empty', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.kind) OR OLD.closed AND NOT NEW.closed THEN
    RAISE EXCEPTION 'account % stays what it is', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  -- Depth 1 is this trigger itself: a statement of somebody's own. Depth 2 is the update that `post` makes.
  ELSIF (NEW.debits, NEW.credits) IS DISTINCT FROM (OLD.debits, OLD.credits) AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only a transfer moves account %', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION balances_of(VARIADIC who text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('userId', one, 'coins', account.balance, 'version', account.version))
            FROM unnest(who) one JOIN account ON account.id = wallet_of(one));
END $$;

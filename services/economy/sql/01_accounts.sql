-- Accounts: their names, their locks, and what may change of them.
--
-- Every function that the service may call runs with the owner's rights and a fixed search path. Triggers do as well where
-- they read tables: a deferred one runs at the commit, when the session is the caller's again.
--
-- Functions that are called often are plpgsql, which plans a query once for a session. SQL functions plan at every call,
-- unless they are single expressions, which are inlined.
--
-- Errors: FC400 invalid, FC402 not enough coins (detail: the amount to show), FC403 forbidden, FC404 unknown, FC409
-- conflict with an earlier request, FC410 owned already, FC411 not owned, FC429 too often (detail: seconds to wait).

-- The grants below are all that the service's role may call.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM fifteen_economy;

CREATE OR REPLACE FUNCTION wallet_of(who text) RETURNS text IMMUTABLE RETURN 'u:' || who;

CREATE OR REPLACE FUNCTION escrow_of(game text) RETURNS text IMMUTABLE RETURN 'e:' || game;

CREATE OR REPLACE FUNCTION shard_of(who text) RETURNS integer IMMUTABLE RETURN hashtext(who) & 15;

CREATE OR REPLACE FUNCTION mint_of(why text, who text) RETURNS text IMMUTABLE RETURN format('mint:%s/%s', why, shard_of(who));

-- Locks the wallets of these users that there are.
CREATE OR REPLACE FUNCTION lock_wallets(VARIADIC who text[]) RETURNS SETOF account LANGUAGE plpgsql AS $$
DECLARE
  wallets CONSTANT text[] := (SELECT array_agg(wallet_of(one)) FROM unnest(who) one);
BEGIN
  RETURN QUERY SELECT * FROM account WHERE id = ANY (wallets) ORDER BY id COLLATE "C" FOR NO KEY UPDATE;
END $$;

-- Locks the wallet of somebody who must have one.
CREATE OR REPLACE FUNCTION lock_wallet(who text) RETURNS account LANGUAGE plpgsql AS $$
DECLARE
  wallet account;
BEGIN
  SELECT * INTO wallet FROM lock_wallets(who);
  IF NOT FOUND OR wallet.closed THEN
    RAISE EXCEPTION 'this user has no wallet' USING ERRCODE = 'FC404';
  END IF;
  RETURN wallet;
END $$;

CREATE OR REPLACE FUNCTION balances_of(VARIADIC who text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('userId', one, 'coins', account.balance, 'version', account.version))
            FROM unnest(who) one JOIN account ON account.id = wallet_of(one));
END $$;

CREATE OR REPLACE FUNCTION answer_wallet(who text, changed boolean) RETURNS wallet_answer LANGUAGE plpgsql AS $$
DECLARE
  answer wallet_answer;
BEGIN
  SELECT balance, CASE WHEN changed THEN balances_of(who) ELSE '[]' END INTO answer FROM account WHERE id = wallet_of(who);
  RETURN answer;
END $$;

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

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION guard_account();

-- What is written stays written.
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is never allowed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER never_lost BEFORE DELETE OR TRUNCATE ON account EXECUTE FUNCTION refuse();

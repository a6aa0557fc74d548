-- Accounts: their ids, locks and guards. For all files of this folder:
--
-- A function that the service may call runs with the owner's rights and a fixed search path. So do triggers that
-- read tables: a deferred trigger runs at the commit, when the rights are those of the caller again.
--
-- Functions that are called often are plpgsql, which plans a query once for a session. SQL functions plan at every
-- call, unless they are single expressions, which are inlined.
--
-- All commands lock in one order, so that they never deadlock: stake, wallets by id, reward quotas, journal entry,
-- escrow, mint or sink. Only `hold_stake` locks the wallets first: until its commit no other command sees its new stake.
-- A batch of events is a transaction of several commands. It can deadlock with `finish_stake`, with a sign-up or with
-- another batch; Postgres ends one of them, and `openDatabase` retries it.
--
-- Errors: FC400 invalid, FC402 not enough coins (detail: the amount to show), FC403 gifts are paused, FC404 unknown, FC405 no wallet, FC409
-- conflict with an earlier request, FC410 owned already, FC411 not owned, FC429 too often, FC430 no more awards today
-- (both with the seconds to wait as detail).

CREATE OR REPLACE FUNCTION wallet_of(p_user text) RETURNS text IMMUTABLE RETURN 'u:' || p_user;

CREATE OR REPLACE FUNCTION escrow_of(p_game text) RETURNS text IMMUTABLE RETURN 'e:' || p_game;

CREATE OR REPLACE FUNCTION shard_of(p_user text) RETURNS integer IMMUTABLE RETURN hashtext(p_user) & 15;

CREATE OR REPLACE FUNCTION mint_of(p_source text, p_user text) RETURNS text IMMUTABLE
  RETURN format('mint:%s/%s', p_source, shard_of(p_user));

-- Locks the wallets of these users in one order; users without a wallet are left out.
CREATE OR REPLACE FUNCTION lock_wallets(VARIADIC p_user text[]) RETURNS SETOF account LANGUAGE plpgsql AS $$
DECLARE
  wallets CONSTANT text[] := (SELECT array_agg(wallet_of(player)) FROM unnest(p_user) player);
BEGIN
  RETURN QUERY SELECT * FROM account WHERE id = ANY (wallets) ORDER BY id COLLATE "C" FOR NO KEY UPDATE;
END $$;

-- Locks the open wallet of a user; FC405 without one.
CREATE OR REPLACE FUNCTION lock_wallet(p_user text) RETURNS account LANGUAGE plpgsql AS $$
DECLARE
  wallet account;
BEGIN
  SELECT * INTO wallet FROM lock_wallets(p_user);
  IF NOT FOUND OR wallet.closed THEN
    RAISE EXCEPTION 'this user has no wallet' USING ERRCODE = 'FC405';
  END IF;
  RETURN wallet;
END $$;

-- The balances of these users as the notifications carry them.
CREATE OR REPLACE FUNCTION balances_of(VARIADIC p_user text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('userId', player, 'coins', account.balance, 'version', account.version))
            FROM unnest(p_user) player JOIN account ON account.id = wallet_of(player));
END $$;

-- The result of a command on one wallet; `p_changed`: it changed the balance.
CREATE OR REPLACE FUNCTION read_wallet_result(p_user text, p_changed boolean)
RETURNS wallet_result LANGUAGE plpgsql AS $$
DECLARE
  result wallet_result;
BEGIN
  SELECT balance, CASE WHEN p_changed THEN balances_of(p_user) ELSE '[]' END INTO result
    FROM account WHERE id = wallet_of(p_user);
  RETURN result;
END $$;

-- An account is created empty and open, keeps its id and kind, is closed for good, and only a transfer moves its
-- totals.
CREATE OR REPLACE FUNCTION guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.debits, NEW.credits, NEW.closed, NEW.version) IS DISTINCT FROM (0::bigint, 0::bigint, false, 0::bigint) THEN
      RAISE EXCEPTION 'account % is not created empty', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.kind) OR OLD.closed AND NOT NEW.closed THEN
    RAISE EXCEPTION 'account % cannot become another', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  -- Depth 1 is this trigger itself: a statement that updates the table itself. Depth 2 is the update that
  -- `post_transfer` makes.
  ELSIF (NEW.debits, NEW.credits) IS DISTINCT FROM (OLD.debits, OLD.credits) AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only a transfer moves account %', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION guard_account();

-- Rejects each change of a row that is written once.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is never allowed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON account EXECUTE FUNCTION reject_change();

-- A stake is born held or void and ends once; its terms never change.
CREATE OR REPLACE FUNCTION guard_stake() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON stake FOR EACH ROW EXECUTE FUNCTION guard_stake();

CREATE OR REPLACE TRIGGER never_lost BEFORE DELETE OR TRUNCATE ON stake EXECUTE FUNCTION refuse();

-- … and a stake and its escrow say the same: 2 × bet while held, closed (hence empty) once it ended, none if void.
CREATE OR REPLACE FUNCTION agree(stakes stake, escrow account) RETURNS boolean IMMUTABLE RETURN coalesce(CASE stakes.state
  WHEN 'held' THEN escrow.balance = 2 * stakes.bet AND NOT escrow.closed
  WHEN 'settled' THEN escrow.closed
  WHEN 'refunded' THEN escrow.closed
  ELSE escrow.id IS NULL END, false);

CREATE OR REPLACE FUNCTION guard_escrow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

DROP TRIGGER IF EXISTS agrees_with_escrow ON stake;
CREATE CONSTRAINT TRIGGER agrees_with_escrow AFTER INSERT OR UPDATE ON stake
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_escrow();

DROP TRIGGER IF EXISTS agrees_with_stake ON account;
CREATE CONSTRAINT TRIGGER agrees_with_stake AFTER INSERT OR UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'escrow') EXECUTE FUNCTION guard_escrow();

CREATE OR REPLACE FUNCTION answer_stake(game text, changed boolean) RETURNS stake_answer LANGUAGE plpgsql AS $$
DECLARE
  answer stake_answer;
BEGIN
  SELECT state, winner, short, CASE WHEN changed THEN balances_of(x_user, o_user) ELSE '[]' END INTO answer
    FROM stake WHERE game_id = game;
  RETURN answer;
END $$;

-- Takes both stakes into the game's escrow, or neither. The first answer for a game is its answer for ever: one who was
-- short then is not asked again, however rich meanwhile. Each must own the bet, and 1000 at least.
CREATE OR REPLACE FUNCTION hold_stake(game text, x text, o text, each bigint) RETURNS stake_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  fact CONSTANT text := 'hold:' || game;
  needed CONSTANT bigint := greatest(each, 1000);
  poor text[];
BEGIN
  SELECT coalesce(array_agg(one ORDER BY one), '{}') INTO poor
    FROM unnest(ARRAY[x, o]) one LEFT JOIN lock_wallets(x, o) wallet ON wallet.id = wallet_of(one)
   WHERE wallet.balance IS NULL OR wallet.balance < needed;

  INSERT INTO stake (game_id, x_user, o_user, bet, state, short)
    VALUES (game, x, o, each, CASE poor WHEN '{}' THEN 'held' ELSE 'void' END::stake_state, poor)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    -- A tombstone has no terms to differ from.
    PERFORM FROM stake WHERE game_id = game AND (x_user, o_user, bet) IS DISTINCT FROM (x, o, each) AND bet IS NOT NULL;
    IF FOUND THEN
      RAISE EXCEPTION '% happened otherwise', fact USING ERRCODE = 'FC409';
    END IF;
    RETURN answer_stake(game, false);
  END IF;
  IF poor <> '{}' THEN
    RETURN answer_stake(game, false);
  END IF;

  PERFORM begin_op(fact, 'hold', jsonb_build_object('x', x, 'o', o, 'bet', each));
  INSERT INTO account (id, kind) VALUES (escrow_of(game), 'escrow');
  INSERT INTO transfer (op_key, leg, debit, credit, amount) VALUES
    (fact, 0, wallet_of(x), escrow_of(game), each),
    (fact, 1, wallet_of(o), escrow_of(game), each);
  RETURN answer_stake(game, true);
END $$;

-- Ends a game that never opened. Leaves a tombstone if no hold came, so that a late one takes nothing; else says what is.
CREATE OR REPLACE FUNCTION void_stake(game text) RETURNS stake_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO stake (game_id, state) VALUES (game, 'void') ON CONFLICT DO NOTHING;
  RETURN answer_stake(game, false);
END $$;

-- Where a player's share goes: into the wallet, or into the sink when it was a guest's who left.
CREATE OR REPLACE FUNCTION payee_of(who text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT CASE WHEN closed THEN 'sink:guest' ELSE id END FROM account WHERE id = wallet_of(who));
END $$;

-- Pays the pot to the winner, or both stakes back without one, once.
CREATE OR REPLACE FUNCTION finish_stake(game text, who_won text) RETURNS stake_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  fact CONSTANT text := 'finish:' || game;
  outcome CONSTANT stake_state := CASE WHEN who_won IS NULL THEN 'refunded' ELSE 'settled' END;
  it stake;
BEGIN
  SELECT * INTO it FROM stake WHERE game_id = game FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no stake was ever asked for in %', game USING ERRCODE = 'FC404';
  END IF;
  IF it.state <> 'held' THEN
    -- Nothing was taken from a void game, so giving both theirs back is what has happened.
    IF (it.state, it.winner) IS NOT DISTINCT FROM (outcome, who_won) OR it.state = 'void' AND who_won IS NULL THEN
      RETURN answer_stake(game, false);
    END IF;
    RAISE EXCEPTION '% happened otherwise', fact USING ERRCODE = 'FC409';
  END IF;
  IF who_won NOT IN (it.x_user, it.o_user) THEN
    RAISE EXCEPTION 'the winner of % is none of its players', game USING ERRCODE = 'FC400';
  END IF;

  PERFORM lock_wallets(it.x_user, it.o_user);
  UPDATE stake SET state = outcome, winner = who_won WHERE game_id = game;
  PERFORM begin_op(fact, CASE outcome WHEN 'settled' THEN 'settle' ELSE 'refund' END, jsonb_build_object('winner', who_won));
  IF outcome = 'settled' THEN
    INSERT INTO transfer (op_key, leg, debit, credit, amount) VALUES
      (fact, 0, escrow_of(game), payee_of(who_won), 2 * it.bet);
  ELSE
    INSERT INTO transfer (op_key, leg, debit, credit, amount) VALUES
      (fact, 0, escrow_of(game), payee_of(it.x_user), it.bet),
      (fact, 1, escrow_of(game), payee_of(it.o_user), it.bet);
  END IF;
  UPDATE account SET closed = true WHERE id = escrow_of(game);
  RETURN answer_stake(game, true);
END $$;

-- `audit` calls `agree` with the rights of its reader.
GRANT EXECUTE ON FUNCTION agree, hold_stake, void_stake, finish_stake TO fifteen_economy;

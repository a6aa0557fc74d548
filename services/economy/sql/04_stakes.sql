-- Stakes of games, and the escrows that hold them.

-- A stake is created held or void and ends once; its terms never change.
CREATE OR REPLACE FUNCTION guard_stake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('held', 'void') THEN
      RAISE EXCEPTION 'stake % is created in a final state', NEW.game_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF (NEW.game_id, NEW.x_user, NEW.o_user, NEW.bet, NEW.short, NEW.at)
        IS DISTINCT FROM (OLD.game_id, OLD.x_user, OLD.o_user, OLD.bet, OLD.short, OLD.at)
        OR OLD.state <> 'held' OR NEW.state NOT IN ('settled', 'refunded') THEN
    RAISE EXCEPTION 'stake % cannot become another', OLD.game_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON stake FOR EACH ROW EXECUTE FUNCTION guard_stake();

CREATE OR REPLACE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON stake EXECUTE FUNCTION reject_change();

-- Whether a stake and its escrow agree: 2 × bet while held, closed (hence empty) once it ended, no escrow if void.
CREATE OR REPLACE FUNCTION stake_matches_escrow(p_stake stake, p_escrow account) RETURNS boolean IMMUTABLE
RETURN coalesce(CASE p_stake.state
  WHEN 'held' THEN p_escrow.balance = 2 * p_stake.bet AND NOT p_escrow.closed
  WHEN 'settled' THEN p_escrow.closed
  WHEN 'refunded' THEN p_escrow.closed
  ELSE p_escrow.id IS NULL END, false);

-- At the end of every transaction: a stake and its escrow agree.
CREATE OR REPLACE FUNCTION guard_escrow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  game text := CASE TG_TABLE_NAME
    WHEN 'stake' THEN to_jsonb(NEW) ->> 'game_id' ELSE substr(to_jsonb(NEW) ->> 'id', 3) END;
  game_stake stake;
  escrow account;
BEGIN
  SELECT * INTO game_stake FROM stake WHERE game_id = game;
  SELECT * INTO escrow FROM account WHERE id = 'e:' || game;
  IF NOT stake_matches_escrow(game_stake, escrow) THEN
    RAISE EXCEPTION 'stake and escrow of % differ', game USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS matches_escrow ON stake;
CREATE CONSTRAINT TRIGGER matches_escrow AFTER INSERT OR UPDATE ON stake
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_escrow();

DROP TRIGGER IF EXISTS matches_stake ON account;
CREATE CONSTRAINT TRIGGER matches_stake AFTER INSERT OR UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'escrow') EXECUTE FUNCTION guard_escrow();

-- The result of a command on a stake; `p_changed`: it changed the players' balances.
CREATE OR REPLACE FUNCTION read_stake_result(game text, p_changed boolean) RETURNS stake_result LANGUAGE plpgsql AS $$
DECLARE
  result stake_result;
BEGIN
  SELECT state, winner, short, CASE WHEN p_changed THEN balances_of(x_user, o_user) ELSE '[]' END INTO result
    FROM stake WHERE game_id = game;
  RETURN result;
END $$;

-- Takes both stakes into the game's escrow, or neither: each player must own the bet, and the least balance for a
-- stake. The first result for a game is final: a player who was short of coins then is not checked again.
CREATE OR REPLACE FUNCTION hold_stake(game text, p_x_user text, p_o_user text, p_bet bigint) RETURNS stake_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  journal_key CONSTANT text := 'hold:' || game;
  needed CONSTANT bigint := greatest(p_bet, least_balance_for_stake());
  short_of_coins text[];
BEGIN
  SELECT coalesce(array_agg(player ORDER BY player), '{}') INTO short_of_coins
    FROM unnest(ARRAY[p_x_user, p_o_user]) player
    LEFT JOIN lock_wallets(p_x_user, p_o_user) wallet ON wallet.id = wallet_of(player)
   WHERE wallet.balance IS NULL OR wallet.balance < needed;

  INSERT INTO stake (game_id, x_user, o_user, bet, state, short)
    VALUES (game, p_x_user, p_o_user, p_bet,
            CASE short_of_coins WHEN '{}' THEN 'held' ELSE 'void' END::stake_state, short_of_coins)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    -- A void stake without a hold has no terms to compare.
    PERFORM FROM stake
      WHERE game_id = game AND (x_user, o_user, bet) IS DISTINCT FROM (p_x_user, p_o_user, p_bet) AND bet IS NOT NULL;
    IF FOUND THEN
      RAISE EXCEPTION '% was requested with other terms', journal_key USING ERRCODE = 'FC409';
    END IF;
    RETURN read_stake_result(game, false);
  END IF;
  IF short_of_coins <> '{}' THEN
    RETURN read_stake_result(game, false);
  END IF;

  PERFORM begin_entry(journal_key, 'hold', jsonb_build_object('x', p_x_user, 'o', p_o_user, 'bet', p_bet));
  INSERT INTO account (id, kind) VALUES (escrow_of(game), 'escrow');
  INSERT INTO transfer (entry_key, leg, debit, credit, amount) VALUES
    (journal_key, 0, wallet_of(p_x_user), escrow_of(game), p_bet),
    (journal_key, 1, wallet_of(p_o_user), escrow_of(game), p_bet);
  RETURN read_stake_result(game, true);
END $$;

-- Cancels the stake of a game that never opened. Without a hold, writes a void stake without terms, so that a late hold
-- takes nothing; else returns the stake.
CREATE OR REPLACE FUNCTION void_stake(game text) RETURNS stake_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO stake (game_id, state) VALUES (game, 'void') ON CONFLICT DO NOTHING;
  RETURN read_stake_result(game, false);
END $$;

-- The account that a player's share goes to: the wallet, or the sink when its guest left.
CREATE OR REPLACE FUNCTION payout_account_of(p_user text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT CASE WHEN closed THEN 'sink:guest' ELSE id END FROM account WHERE id = wallet_of(p_user));
END $$;

-- Pays the pot to the winner, or both stakes back without one, once.
CREATE OR REPLACE FUNCTION finish_stake(game text, p_winner text) RETURNS stake_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  journal_key CONSTANT text := 'finish:' || game;
  outcome CONSTANT stake_state := CASE WHEN p_winner IS NULL THEN 'refunded' ELSE 'settled' END;
  held stake;
BEGIN
  SELECT * INTO held FROM stake WHERE game_id = game FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no stake was ever requested for %', game USING ERRCODE = 'FC404';
  END IF;
  IF held.state <> 'held' THEN
    -- A void stake took nothing, so a refund is what has happened.
    IF (held.state, held.winner) IS NOT DISTINCT FROM (outcome, p_winner)
       OR held.state = 'void' AND p_winner IS NULL THEN
      RETURN read_stake_result(game, false);
    END IF;
    RAISE EXCEPTION '% was requested with other terms', journal_key USING ERRCODE = 'FC409';
  END IF;
  IF p_winner NOT IN (held.x_user, held.o_user) THEN
    RAISE EXCEPTION 'the winner of % is none of its players', game USING ERRCODE = 'FC400';
  END IF;

  PERFORM lock_wallets(held.x_user, held.o_user);
  UPDATE stake SET state = outcome, winner = p_winner WHERE game_id = game;
  PERFORM begin_entry(journal_key, CASE outcome WHEN 'settled' THEN 'settle' ELSE 'refund' END,
                      jsonb_build_object('winner', p_winner));
  IF outcome = 'settled' THEN
    INSERT INTO transfer (entry_key, leg, debit, credit, amount) VALUES
      (journal_key, 0, escrow_of(game), payout_account_of(p_winner), 2 * held.bet);
  ELSE
    INSERT INTO transfer (entry_key, leg, debit, credit, amount) VALUES
      (journal_key, 0, escrow_of(game), payout_account_of(held.x_user), held.bet),
      (journal_key, 1, escrow_of(game), payout_account_of(held.o_user), held.bet);
  END IF;
  UPDATE account SET closed = true WHERE id = escrow_of(game);
  RETURN read_stake_result(game, true);
END $$;

-- `audit` calls `stake_matches_escrow` with the rights of its reader.
GRANT EXECUTE ON FUNCTION stake_matches_escrow, hold_stake, void_stake, finish_stake TO fifteen_economy;

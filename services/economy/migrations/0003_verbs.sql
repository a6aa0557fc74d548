-- Up Migration

-- All that may be done with coins. Each verb is one transaction under the key of its fact, computes every amount
-- itself, and answers a repeat as it answered the first time. All lock in one order, so that nobody waits in a circle:
-- stake, wallets by id, faucet, operation, escrow, mint or sink.
--
-- What is asked often is written in plpgsql, which plans a query once for a session; plain SQL functions plan at every
-- call, unless they are single expressions, which are put in place.
--
-- Refusals: FC400 cannot be meant, FC404 unknown, FC409 happened otherwise, FC429 too often (detail: seconds to wait).

CREATE FUNCTION wallet_of(who text) RETURNS text IMMUTABLE RETURN 'u:' || who;
CREATE FUNCTION escrow_of(game text) RETURNS text IMMUTABLE RETURN 'e:' || game;
CREATE FUNCTION shard_of(who text) RETURNS integer IMMUTABLE RETURN hashtext(who) & 15;
CREATE FUNCTION mint_of(why text, who text) RETURNS text IMMUTABLE RETURN format('mint:%s/%s', why, shard_of(who));

-- Locks the wallets of these users that there are.
CREATE FUNCTION lock_wallets(VARIADIC who text[]) RETURNS SETOF account LANGUAGE plpgsql AS $$
DECLARE
  wallets CONSTANT text[] := (SELECT array_agg(wallet_of(one)) FROM unnest(who) one);
BEGIN
  RETURN QUERY SELECT * FROM account WHERE id = ANY (wallets) ORDER BY id COLLATE "C" FOR NO KEY UPDATE;
END $$;

-- Locks the wallet of somebody who must have one.
CREATE FUNCTION lock_wallet(who text) RETURNS account LANGUAGE plpgsql AS $$
DECLARE
  wallet account;
BEGIN
  SELECT * INTO wallet FROM lock_wallets(who);
  IF NOT FOUND OR wallet.closed THEN
    RAISE EXCEPTION 'this user has no wallet' USING ERRCODE = 'FC404';
  END IF;
  RETURN wallet;
END $$;

-- Has this been done? With another request under the same key it is an error.
CREATE FUNCTION already(fact text, of_kind text, request jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  before op;
BEGIN
  SELECT * INTO before FROM op WHERE key = fact;
  IF FOUND AND (before.kind, before.req) IS DISTINCT FROM (of_kind, request) THEN
    RAISE EXCEPTION '% happened otherwise', fact USING ERRCODE = 'FC409';
  END IF;
  RETURN FOUND;
END $$;

-- Writes the operation down; false when it was there before. Waits for whoever is writing the same one.
CREATE FUNCTION begin_op(fact text, of_kind text, request jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO op (key, kind, req) VALUES (fact, of_kind, request) ON CONFLICT DO NOTHING;
  RETURN FOUND OR NOT already(fact, of_kind, request);
END $$;

-- The operation of one leg; false when it was done before.
CREATE FUNCTION pay(fact text, of_kind text, request jsonb, source text, target text, coins bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT begin_op(fact, of_kind, request) THEN
    RETURN false;
  END IF;
  INSERT INTO transfer (op_key, leg, debit, credit, amount) VALUES (fact, 0, source, target, coins);
  RETURN true;
END $$;


-- What a verb answers. `moved` lists the balances it changed, for whoever tells them on: none when it was a repeat.
CREATE TYPE wallet_answer AS (coins bigint, moved jsonb);
CREATE TYPE stake_answer AS (state stake_state, winner text, short text[], moved jsonb);

CREATE FUNCTION balances_of(VARIADIC who text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_agg(jsonb_build_object('userId', one, 'coins', account.balance))
            FROM unnest(who) one JOIN account ON account.id = wallet_of(one));
END $$;

CREATE FUNCTION answer_wallet(who text, changed boolean) RETURNS wallet_answer LANGUAGE plpgsql AS $$
DECLARE
  answer wallet_answer;
BEGIN
  SELECT balance, CASE WHEN changed THEN balances_of(who) ELSE '[]' END INTO answer FROM account WHERE id = wallet_of(who);
  RETURN answer;
END $$;

CREATE FUNCTION answer_stake(game text, changed boolean) RETURNS stake_answer LANGUAGE plpgsql AS $$
DECLARE
  answer stake_answer;
BEGIN
  SELECT state, winner, short, CASE WHEN changed THEN balances_of(x_user, o_user) ELSE '[]' END INTO answer
    FROM stake WHERE game_id = game;
  RETURN answer;
END $$;


-- Opens the wallet with 1000 coins, once. The wallet of a guest who has left already stays closed.
CREATE FUNCTION signup(who text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account;
BEGIN
  INSERT INTO account (id, kind) VALUES (wallet_of(who), 'user') ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM lock_wallets(who);
  IF wallet.closed THEN
    RETURN answer_wallet(who, false);
  END IF;
  RETURN answer_wallet(who, pay('signup:' || who, 'signup', '{}', mint_of('signup', who), wallet.id, 1000));
END $$;


-- Empties a guest's wallet into the sink and closes it, once. A wallet that does not exist yet is born closed.
CREATE FUNCTION expire_guest(who text) RETURNS wallet_answer
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
  RETURN answer_wallet(who, true);
END $$;


-- Credits coins that were bought outside, once per reference of the payment.
CREATE FUNCTION top_up(who text, coins bigint, reference text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account := lock_wallet(who);
  request CONSTANT jsonb := jsonb_build_object('user', who, 'amount', coins);
BEGIN
  RETURN answer_wallet(who, pay('topup:' || reference, 'topup', request, mint_of('topup', who), wallet.id, coins));
END $$;


-- Takes both stakes into the game's escrow, or neither. The first answer for a game is its answer for ever: one who was
-- short then is not asked again, however rich meanwhile. Each must own the bet, and 1000 at least.
CREATE FUNCTION hold_stake(game text, x text, o text, each bigint) RETURNS stake_answer
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
CREATE FUNCTION void_stake(game text) RETURNS stake_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO stake (game_id, state) VALUES (game, 'void') ON CONFLICT DO NOTHING;
  RETURN answer_stake(game, false);
END $$;


-- Where a player's share goes: into the wallet, or into the sink when it was a guest's who left.
CREATE FUNCTION payee_of(who text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT CASE WHEN closed THEN 'sink:guest' ELSE id END FROM account WHERE id = wallet_of(who));
END $$;

-- Pays the pot to the winner, or both stakes back without one, once.
CREATE FUNCTION finish_stake(game text, who_won text) RETURNS stake_answer
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


CREATE FUNCTION refuse_for(reason text, wait interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', reason USING ERRCODE = 'FC429', DETAIL = ceil(extract(epoch FROM wait));
END $$;

-- Draws one award and answers `<day>:<n>`, which it is of its user. All bounds hold for committed awards together,
-- because the user's wallet, and then each counter, is locked until the end. Days are UTC, by this database's clock.
CREATE FUNCTION draw_award(who text, proven boolean, from_network cidr, network_limit integer) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  this_moment CONSTANT timestamptz := clock_timestamp();
  today CONSTANT date := (this_moment AT TIME ZONE 'UTC')::date;
  until_tomorrow CONSTANT interval := ((today + 1)::timestamp AT TIME ZONE 'UTC') - this_moment;
  every CONSTANT interval := '5 seconds';
  budget CONSTANT bigint := 50000000;
  latest timestamptz;
  drawn integer;
BEGIN
  SELECT max(last_at) INTO latest FROM faucet WHERE user_id = who AND utc_day >= today - 1;
  IF latest > this_moment - every THEN
    PERFORM refuse_for('one award in five seconds', latest + every - this_moment);
  END IF;

  INSERT INTO faucet AS f (user_id, utc_day, n, unproven, last_at)
    VALUES (who, today, 1, (NOT proven)::integer, this_moment)
    ON CONFLICT (user_id, utc_day) DO UPDATE
      SET n = f.n + 1, unproven = f.unproven + excluded.unproven, last_at = excluded.last_at
      WHERE f.n < 50 AND (proven OR f.unproven < 10)
    RETURNING n INTO drawn;
  IF NOT FOUND THEN
    PERFORM refuse_for('no more awards for this user today', until_tomorrow);
  END IF;

  INSERT INTO faucet_address AS f (utc_day, network, n) VALUES (today, from_network, 1)
    ON CONFLICT (utc_day, network) DO UPDATE SET n = f.n + 1 WHERE f.n < network_limit;
  IF NOT FOUND THEN
    PERFORM refuse_for('no more awards for this network today', until_tomorrow);
  END IF;

  INSERT INTO faucet_total AS f (utc_day, shard, coins) VALUES (today, shard_of(who), 100)
    ON CONFLICT (utc_day, shard) DO UPDATE SET coins = f.coins + excluded.coins;
  -- Awards under way in other shards are not seen, so the stop may come as many awards late as there are connections.
  IF (SELECT sum(coins) FROM faucet_total WHERE utc_day = today) > budget THEN
    PERFORM refuse_for('no more awards for anybody today', until_tomorrow);
  END IF;
  RETURN today || ':' || drawn;
END $$;

-- Pays 100 coins for a win against the computer: once per game where it has an id (null: it has none).
CREATE FUNCTION award_ai(who text, game text, proven boolean, request jsonb, from_network cidr, network_limit integer)
RETURNS wallet_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account := lock_wallet(who);
  fact text := format('ai:%s:%s', who, game);
BEGIN
  IF game IS NULL THEN
    fact := format('ai:%s:%s', who, draw_award(who, proven, from_network, network_limit));
  ELSIF already(fact, 'ai_win', request) THEN
    RETURN answer_wallet(who, false);
  ELSE
    PERFORM draw_award(who, proven, from_network, network_limit);
  END IF;
  RETURN answer_wallet(who, pay(fact, 'ai_win', request, mint_of('ai', who), wallet.id, 100));
END $$;


-- Addresses are kept no longer than their limit needs.
CREATE FUNCTION forget_addresses() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM faucet_address WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8
$$;

GRANT EXECUTE ON FUNCTION signup, expire_guest, top_up, hold_stake, void_stake, finish_stake, award_ai, forget_addresses
  TO fifteen_economy;

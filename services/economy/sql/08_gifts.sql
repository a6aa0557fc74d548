-- Refuses a gift that is one too many. Days are UTC, by this database's clock; both wallets are locked.
CREATE OR REPLACE FUNCTION bound_gift(giver text, taker text, coins bigint, is_young boolean, reset timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  this_moment CONSTANT timestamptz := clock_timestamp();
  midnight CONSTANT timestamptz := date_trunc('day', this_moment, 'UTC');
  until_tomorrow CONSTANT interval := midnight + interval '24 hours' - this_moment;
  an_hour CONSTANT interval := '1 hour';
  latest timestamptz[];
BEGIN
  IF reset > this_moment - interval '24 hours' THEN
    RAISE EXCEPTION 'You can send gifts again 24 hours after your password was reset.' USING ERRCODE = 'FC403';
  END IF;
  SELECT array_agg(at ORDER BY at) INTO latest FROM gift WHERE sender = giver AND at > this_moment - an_hour;
  IF array_length(latest, 1) >= 30 THEN
    PERFORM refuse_for('no more than 30 gifts an hour', latest[array_length(latest, 1) - 29] + an_hour - this_moment);
  END IF;
  IF NOT is_young THEN
    RETURN;
  END IF;
  IF coins + (SELECT coalesce(sum(amount), 0) FROM gift WHERE sender = giver AND at >= midnight) > 1000 THEN
    PERFORM refuse_for('a new account gives no more than 1000 coins a day', until_tomorrow);
  END IF;
  IF coins + (SELECT coalesce(sum(amount), 0) FROM gift WHERE recipient = taker AND young AND at >= midnight) > 5000 THEN
    PERFORM refuse_for('nobody is given more than 5000 coins a day by new accounts', until_tomorrow);
  END IF;
END $$;

-- Gives coins away, once for a key of the sender's; without one (empty), what is the same within 30 seconds is the same
-- gift. Who left since is no reason to answer a repeat otherwise.
CREATE OR REPLACE FUNCTION give_coins(giver text, taker text, coins bigint, words text, by text, proved timestamptz, reset timestamptz)
RETURNS gift_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  request CONSTANT jsonb := jsonb_build_object('from', giver, 'to', taker, 'amount', coins, 'message', words);
  is_young CONSTANT boolean := coalesce(proved > now() - interval '7 days', true);
  wallets account[];
  fact text;
  done boolean;
  rest wallet_answer;
BEGIN
  SELECT array_agg(wallet) INTO wallets FROM lock_wallets(giver, taker) wallet WHERE NOT wallet.closed;
  IF by <> '' THEN
    fact := format('gift:%s:key:%s', giver, by);
    done := already(fact, 'gift', request);
  ELSE
    SELECT op_key INTO fact FROM gift JOIN op ON op.key = op_key
      WHERE sender = giver AND gift.at > clock_timestamp() - interval '30 seconds' AND req = request
      ORDER BY gift.at DESC LIMIT 1;
    done := FOUND;
    fact := coalesce(fact, format('gift:%s:%s', giver, gen_random_uuid()));
  END IF;

  IF NOT done THEN
    IF coalesce(array_length(wallets, 1), 0) < 2 THEN
      RAISE EXCEPTION 'one of these users has no wallet' USING ERRCODE = 'FC404';
    END IF;
    rest := answer_wallet(giver, false);
    IF rest.coins < coins THEN
      PERFORM refuse_poor(rest.coins);
    ELSIF coins > 1000000000000 THEN
      RAISE EXCEPTION 'no more than 10^12 coins at once' USING ERRCODE = 'FC400';
    END IF;
    PERFORM bound_gift(giver, taker, coins, is_young, reset);
    PERFORM pay(fact, 'gift', request, wallet_of(giver), wallet_of(taker), coins);
    INSERT INTO gift (op_key, sender, recipient, amount, young) VALUES (fact, giver, taker, coins, is_young);
  END IF;
  rest := answer_wallet(giver, false);
  RETURN (rest.coins, CASE WHEN done THEN '[]' ELSE balances_of(giver, taker) END,
          (SELECT gift.id FROM gift WHERE op_key = fact))::gift_answer;
END $$;

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON gift EXECUTE FUNCTION refuse();

CREATE OR REPLACE FUNCTION note_unseen() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unseen_gift (id, recipient) VALUES (NEW.id, NEW.recipient);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER unseen AFTER INSERT ON gift FOR EACH ROW EXECUTE FUNCTION note_unseen();

-- A gift was shown to that user; false: there is no such gift for them.
CREATE OR REPLACE FUNCTION see_gift(who text, what uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  DELETE FROM unseen_gift WHERE id = what AND recipient = who;
  SELECT EXISTS (SELECT FROM gift WHERE id = what AND recipient = who);
END;

GRANT EXECUTE ON FUNCTION give_coins, see_gift TO fifteen_economy;

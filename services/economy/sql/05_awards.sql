CREATE OR REPLACE FUNCTION refuse_for(reason text, wait interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', reason USING ERRCODE = 'FC429', DETAIL = ceil(extract(epoch FROM wait));
END $$;

-- Draws one award and answers `<day>:<n>`, which it is of its user. All bounds hold for committed awards together,
-- because the user's wallet, and then each counter, is locked until the end. Days are UTC, by this database's clock.
CREATE OR REPLACE FUNCTION draw_award(who text, proven boolean, from_network cidr, network_limit integer) RETURNS text
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
CREATE OR REPLACE FUNCTION award_ai(who text, game text, proven boolean, request jsonb, from_network cidr, network_limit integer)
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

-- Counters of awards are kept no longer than their limits and alarms need: addresses and users for eight days, totals for
-- sixty. At most 10,000 rows of each in one call.
CREATE OR REPLACE FUNCTION forget_addresses() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM faucet_address WHERE (utc_day, network) IN (SELECT utc_day, network FROM faucet_address
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM faucet WHERE (user_id, utc_day) IN (SELECT user_id, utc_day FROM faucet
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM faucet_total WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 60;
$$;

-- Coins awarded today, and on the median of the seven days before.
DROP VIEW IF EXISTS award_spending;
CREATE VIEW award_spending (today, median) AS
  WITH by_day AS (
    SELECT (now() AT TIME ZONE 'UTC')::date - ago AS utc_day, ago FROM generate_series(0, 7) ago
  ), spent AS (
    SELECT ago, coalesce(sum(coins), 0)::bigint AS coins FROM by_day LEFT JOIN faucet_total USING (utc_day) GROUP BY ago
  )
  SELECT (SELECT coins FROM spent WHERE ago = 0),
         (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY coins) FROM spent WHERE ago > 0);

GRANT EXECUTE ON FUNCTION award_ai, forget_addresses TO fifteen_economy;
GRANT SELECT ON award_spending TO fifteen_economy;

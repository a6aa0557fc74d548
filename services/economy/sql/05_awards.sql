-- Awards for wins against the computer, and their quotas.

-- FC429, with the time to wait.
CREATE OR REPLACE FUNCTION reject_as_too_many(p_reason text, p_wait interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', p_reason USING ERRCODE = 'FC429', DETAIL = ceil(extract(epoch FROM p_wait));
END $$;

-- Counts one award against all quotas and returns `<day>:<number>`, its number among the user's awards of the day. Rejects
-- it until the last quota that it exceeds allows it: with FC430 when the user's own of the day is used up, else with FC429,
-- because this user may have earned nothing today. The quotas hold for all committed awards, because the user's wallet, and
-- then each counter, is locked until the end. Days are UTC, by this database's clock.
CREATE OR REPLACE FUNCTION use_reward_quota(p_user text, p_proven boolean, p_network cidr, p_network_limit integer)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  this_moment CONSTANT timestamptz := clock_timestamp();
  today CONSTANT date := (this_moment AT TIME ZONE 'UTC')::date;
  tomorrow CONSTANT timestamptz := (today + 1)::timestamp AT TIME ZONE 'UTC';
  until_next CONSTANT interval := award_interval() - (this_moment - (
    SELECT max(last_at) FROM reward_quota WHERE user_id = p_user AND utc_day >= today - 1));
  until_both CONSTANT interval := greatest(tomorrow - this_moment, until_next);
  number integer;
  shared_used_up boolean;
BEGIN
  INSERT INTO reward_quota AS before (user_id, utc_day, awards, unproven, last_at)
    VALUES (p_user, today, 1, (NOT p_proven)::integer, this_moment)
    ON CONFLICT (user_id, utc_day) DO UPDATE
      SET awards = before.awards + 1, unproven = before.unproven + excluded.unproven, last_at = excluded.last_at
      WHERE before.awards < awards_per_day() AND (p_proven OR before.unproven < unproven_awards_per_day())
    RETURNING awards INTO number;
  -- Before the counters that all users share, which a user without awards left must not lock.
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no more awards today' USING ERRCODE = 'FC430', DETAIL = ceil(extract(epoch FROM until_both));
  END IF;

  INSERT INTO reward_quota_network AS before (utc_day, network, awards) VALUES (today, p_network, 1)
    ON CONFLICT (utc_day, network) DO UPDATE SET awards = before.awards + 1 WHERE before.awards < p_network_limit;
  shared_used_up := NOT FOUND;

  INSERT INTO reward_quota_total AS before (utc_day, shard, coins) VALUES (today, shard_of(p_user), award_coins())
    ON CONFLICT (utc_day, shard) DO UPDATE SET coins = before.coins + excluded.coins;
  -- Awards under way in other shards are not seen, so the stop may come as many awards late as there are connections.
  shared_used_up := shared_used_up
    OR (SELECT sum(coins) FROM reward_quota_total WHERE utc_day = today) > award_budget_per_day();

  IF shared_used_up THEN
    PERFORM reject_as_too_many('no more awards to this network, or to all users, today', until_both);
  ELSIF until_next > interval '0' THEN
    PERFORM reject_as_too_many(format('one award in %s', award_interval()), until_next);
  END IF;
  RETURN today || ':' || number;
END $$;

-- The key of an award without a game id, by its number. A client names games as it likes, so these have a prefix of
-- their own.
CREATE OR REPLACE FUNCTION numbered_award(p_user text, p_number text) RETURNS text IMMUTABLE
RETURN 'ai-number:' || p_user || ':' || p_number;

-- Whether the same transcript was paid without a game id within `award_repeat_window`. The reason may differ.
CREATE OR REPLACE FUNCTION is_repeated_award(p_user text, p_request jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since CONSTANT timestamptz := clock_timestamp() - award_repeat_window();
BEGIN
  RETURN EXISTS (
    SELECT FROM reward_quota
      CROSS JOIN generate_series(1, awards) number
      JOIN journal_entry ON key = numbered_award(p_user, utc_day || ':' || number)
     WHERE user_id = p_user AND last_at > since AND at > since AND request - 'reason' = p_request - 'reason');
END $$;

-- Pays for a win against the computer, once per `game`: its id or, without one, what stands for the call's idempotency
-- key. Null, without both, is another game each time; only the same transcript within `award_repeat_window` is a repeat.
CREATE OR REPLACE FUNCTION award_ai_win(
  p_user text, game text, p_proven boolean, p_request jsonb, p_network cidr, p_network_limit integer
) RETURNS wallet_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet account := lock_wallet(p_user);
  journal_key text := format('ai:%s:%s', p_user, game);
  done boolean;
  number text;
BEGIN
  IF game IS NULL THEN
    done := p_proven AND is_repeated_award(p_user, p_request);
  ELSE
    done := is_replay(journal_key, 'ai_win', p_request);
  END IF;
  IF done THEN
    RETURN read_wallet_result(p_user, false);
  END IF;
  number := use_reward_quota(p_user, p_proven, p_network, p_network_limit);
  IF game IS NULL THEN
    journal_key := numbered_award(p_user, number);
  END IF;
  RETURN read_wallet_result(p_user,
    pay(journal_key, 'ai_win', p_request, mint_of('ai', p_user), wallet.id, award_coins()));
END $$;

-- The same for replicas of the version before, which know FC429 only and distinguish both limits by the time to wait.
-- To be deleted with the next release.
CREATE OR REPLACE FUNCTION award_ai(
  p_user text, game text, p_proven boolean, p_request jsonb, p_network cidr, p_network_limit integer
) RETURNS wallet_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  seconds text;
BEGIN
  RETURN award_ai_win(p_user, game, p_proven, p_request, p_network, p_network_limit);
EXCEPTION WHEN SQLSTATE 'FC430' THEN
  GET STACKED DIAGNOSTICS seconds = PG_EXCEPTION_DETAIL;
  RAISE EXCEPTION '%', SQLERRM USING ERRCODE = 'FC429', DETAIL = seconds;
END $$;

-- Deletes counters that no quota or alert needs: those of networks and users after eight days, totals after sixty. At
-- most 10,000 rows of networks and users in one call.
CREATE OR REPLACE FUNCTION delete_old_quotas() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM reward_quota_network WHERE (utc_day, network) IN (SELECT utc_day, network FROM reward_quota_network
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM reward_quota WHERE (user_id, utc_day) IN (SELECT user_id, utc_day FROM reward_quota
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM reward_quota_total WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 60;
$$;

-- Coins awarded today, and on the median of the seven days before.
DROP VIEW IF EXISTS award_spending;
CREATE VIEW award_spending (today, median) AS
  WITH by_day AS (
    SELECT (now() AT TIME ZONE 'UTC')::date - ago AS utc_day, ago FROM generate_series(0, 7) ago
  ), spent AS (
    SELECT ago, coalesce(sum(coins), 0)::bigint AS coins
      FROM by_day LEFT JOIN reward_quota_total USING (utc_day) GROUP BY ago
  )
  SELECT (SELECT coins FROM spent WHERE ago = 0),
         (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY coins) FROM spent WHERE ago > 0);

GRANT EXECUTE ON FUNCTION award_ai_win, award_ai, delete_old_quotas TO fifteen_economy;
GRANT SELECT ON award_spending TO fifteen_economy;

-- Rewards of the weekly leaderboard. The leaderboard decides who has which rank. `reward_of` decides what a rank is
-- worth; it is in migrations, because a column depends on it.

-- Pays the reward of a rank, once per week and rank, and once per week and user.
CREATE OR REPLACE FUNCTION pay_weekly(p_year integer, p_week integer, p_rank integer, p_user text) RETURNS wallet_result
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet CONSTANT account := lock_wallet(p_user);
  journal_key CONSTANT text := format('week:%s-%s:%s', p_year, p_week, p_rank);
  is_new boolean;
BEGIN
  IF reward_of(p_rank) IS NULL THEN
    RAISE EXCEPTION 'rank % has no reward', p_rank USING ERRCODE = 'FC400';
  END IF;
  is_new := pay(journal_key, 'weekly', jsonb_build_object('user', p_user), mint_of('weekly', p_user), wallet.id,
               reward_of(p_rank));
  IF is_new THEN
    INSERT INTO weekly_reward (iso_year, iso_week, rank, user_id, entry_key)
      VALUES (p_year, p_week, p_rank, p_user, journal_key)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% of % has another rank', p_user, journal_key USING ERRCODE = 'FC409';
    END IF;
  END IF;
  RETURN read_wallet_result(p_user, is_new);
END $$;

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON weekly_reward
  EXECUTE FUNCTION reject_change();

GRANT EXECUTE ON FUNCTION pay_weekly TO fifteen_economy;

-- Pays the reward of a rank, once per week and rank, and once per week and user.
CREATE OR REPLACE FUNCTION pay_weekly(year integer, week integer, place integer, who text) RETURNS wallet_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet CONSTANT account := lock_wallet(who);
  fact CONSTANT text := format('week:%s-%s:%s', year, week, place);
  fresh boolean;
BEGIN
  IF reward_of(place) IS NULL THEN
    RAISE EXCEPTION 'rank % has no reward', place USING ERRCODE = 'FC400';
  END IF;
  fresh := pay(fact, 'weekly', jsonb_build_object('user', who), mint_of('weekly', who), wallet.id, reward_of(place));
  IF fresh THEN
    INSERT INTO weekly_reward (iso_year, iso_week, rank, user_id, op_key) VALUES (year, week, place, who, fact)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% of % has another rank', who, fact USING ERRCODE = 'FC409';
    END IF;
  END IF;
  RETURN answer_wallet(who, fresh);
END $$;

CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON weekly_reward EXECUTE FUNCTION refuse();

GRANT EXECUTE ON FUNCTION pay_weekly TO fifteen_economy;

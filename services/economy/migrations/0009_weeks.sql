-- Up Migration

-- Rewards of the weekly board (around-play 9). Who has which rank is for the leaderboard to say; what a rank is worth
-- stands here.

INSERT INTO account (id, kind) SELECT format('mint:weekly/%s', shard), 'mint' FROM generate_series(0, 15) shard;
INSERT INTO flow (op_kind, src, dst) VALUES ('weekly', 'mint', 'user');

-- Null for a rank without a reward.
CREATE FUNCTION reward_of(place integer) RETURNS bigint IMMUTABLE RETURN CASE
  WHEN place < 1 THEN NULL
  WHEN place = 1 THEN 30000000
  WHEN place = 2 THEN 20000000
  WHEN place = 3 THEN 10000000
  WHEN place <= 10 THEN 5000000
  WHEN place <= 50 THEN 1000000 END;

CREATE TABLE weekly_reward (
  iso_year integer CHECK (iso_year BETWEEN 2020 AND 9999),
  iso_week integer CHECK (iso_week BETWEEN 1 AND 53),
  rank     integer,
  user_id  text NOT NULL,
  coins    bigint NOT NULL GENERATED ALWAYS AS (reward_of(rank)) STORED,
  op_key   text NOT NULL UNIQUE REFERENCES op,
  PRIMARY KEY (iso_year, iso_week, rank),
  UNIQUE (iso_year, iso_week, user_id)
);

CREATE TRIGGER written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON weekly_reward EXECUTE FUNCTION refuse();

-- Pays the reward of a rank, once per week and rank, and once per week and user.
CREATE FUNCTION pay_weekly(year integer, week integer, place integer, who text) RETURNS wallet_answer
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

GRANT SELECT ON weekly_reward TO fifteen_economy;
GRANT EXECUTE ON FUNCTION pay_weekly TO fifteen_economy;

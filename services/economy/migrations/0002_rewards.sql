-- Rewards that users have earned, once each. Their items are granted by entries of their own kind, which move no coins.
CREATE TABLE reward (
  user_id text,
  reward  text CHECK (reward IN ('tutorial', 'first_online_game', 'review')),
  at      timestamptz NOT NULL DEFAULT now(),
  -- Only a user who can own items can earn some.
  wallet  text NOT NULL GENERATED ALWAYS AS ('u:' || user_id) STORED REFERENCES account,
  PRIMARY KEY (user_id, reward)
);

INSERT INTO grant_rule (entry_kind, paid) VALUES ('reward', false);

GRANT SELECT ON reward TO fifteen_economy;

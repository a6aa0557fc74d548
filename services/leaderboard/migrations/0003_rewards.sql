-- Up Migration

-- Why a result has no reward: how many different opponents its player had, and how many a reward took in that week. Null
-- in results of earlier versions.
ALTER TABLE result ADD COLUMN opponents integer, ADD COLUMN opponents_needed integer;

-- The audit of rewards: the paid weeks, and how many of their rewards differ from what the ledger paid.
CREATE TABLE reward_audit (
  year       smallint NOT NULL,
  week       smallint NOT NULL,
  faults     integer NOT NULL CHECK (faults >= 0),
  checked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (year, week),
  FOREIGN KEY (year, week) REFERENCES week
);

GRANT SELECT, INSERT, UPDATE ON reward_audit TO fifteen_leaderboard;

-- Games against the computer are no part of a record.
UPDATE record SET games = wins + losses + draws WHERE games <> wins + losses + draws;
GRANT DELETE ON border TO fifteen_leaderboard;

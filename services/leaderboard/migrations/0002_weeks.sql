-- Up Migration

-- open: its games are counted -> frozen: its ranks are written -> paid: so are its rewards.
CREATE TABLE week (
  year   smallint NOT NULL CHECK (year BETWEEN 2020 AND 9999),
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 53),
  state  text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'frozen', 'paid')),
  PRIMARY KEY (year, number)
);
CREATE INDEX week_unpaid ON week (year, number) WHERE state <> 'paid';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'that is written once' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER week_goes_on BEFORE UPDATE ON week FOR EACH ROW
  WHEN ((OLD.state, NEW.state) NOT IN (('open', 'frozen'), ('frozen', 'paid')))
  EXECUTE FUNCTION refuse_change();

-- What the games of a user that count come to in a week. Written anew from `played` whenever one of them changes.
CREATE TABLE weekly (
  year        smallint NOT NULL,
  week        smallint NOT NULL,
  user_id     text NOT NULL,
  wins        integer NOT NULL,
  games       integer NOT NULL CHECK (games > 0 AND wins <= games),
  coins       bigint NOT NULL,
  -- Different people they played with.
  opponents   integer NOT NULL,
  last_win_at timestamptz,
  PRIMARY KEY (year, week, user_id),
  FOREIGN KEY (year, week) REFERENCES week
);
-- The order of the board.
CREATE INDEX weekly_board ON weekly (year, week, wins DESC, games, last_win_at, user_id);

-- How a week ended, for everybody who played in it. Written when it is frozen; ranks are unique.
CREATE TABLE result (
  year    smallint NOT NULL,
  week    smallint NOT NULL,
  rank    integer NOT NULL CHECK (rank >= 1),
  user_id text NOT NULL,
  wins    integer NOT NULL,
  games   integer NOT NULL,
  coins   bigint NOT NULL,
  -- Coins that are due to them; 0 for none.
  reward  bigint NOT NULL CHECK (reward >= 0),
  paid_at timestamptz,
  -- Why the ledger will not pay it, however often it is asked; a person must look.
  refused text,
  seen_at timestamptz,
  PRIMARY KEY (year, week, rank),
  UNIQUE (year, week, user_id),
  FOREIGN KEY (year, week) REFERENCES week
);
CREATE INDEX result_unseen ON result (user_id, year, week) WHERE seen_at IS NULL;
CREATE INDEX result_due ON result (year, week, rank) WHERE reward > 0 AND paid_at IS NULL AND refused IS NULL;
CREATE TRIGGER result_is_final BEFORE UPDATE ON result FOR EACH ROW
  WHEN ((NEW.year, NEW.week, NEW.rank, NEW.user_id, NEW.wins, NEW.games, NEW.coins, NEW.reward)
      IS DISTINCT FROM
    (OLD.year, OLD.week, OLD.rank, OLD.user_id, OLD.wins, OLD.games, OLD.coins, OLD.reward))
  EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE (state) ON week TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON weekly TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE (paid_at, refused, seen_at) ON result TO fifteen_leaderboard;

-- A user, as far as weeks are concerned. Created by the first event about the user.
CREATE TABLE player (
  user_id       text PRIMARY KEY,
  -- When the address was proved; null for a guest.
  registered_at timestamptz,
  deleted       boolean NOT NULL DEFAULT false
);

-- Where, and with which device, a session began: keyed hashes.
CREATE TABLE sighting (
  user_id text NOT NULL,
  at      timestamptz NOT NULL,
  network text NOT NULL,
  device  text NOT NULL,
  PRIMARY KEY (user_id, at)
);


-- Every game that ended, once, whether it came by event or by request.
CREATE TABLE game (
  id          uuid PRIMARY KEY,
  x_user      text NOT NULL,
  o_user      text NOT NULL,
  winner      text CHECK (winner IN (x_user, o_user)),
  condition   text NOT NULL,
  plies       smallint NOT NULL,
  bet         bigint NOT NULL,
  finished_at timestamptz NOT NULL
);
CREATE INDEX game_finished ON game (finished_at, id);

-- A game as one of its players played it.
CREATE TABLE player_game (
  user_id     text NOT NULL,
  game_id     uuid NOT NULL REFERENCES game,
  opponent_id text NOT NULL,
  -- `bot`: against the computer, of which only the number is kept.
  outcome     text NOT NULL CHECK (outcome IN ('win', 'loss', 'draw', 'bot')),
  diagonal    boolean NOT NULL,
  -- Won, or lost when negative.
  coins       bigint NOT NULL,
  finished_at timestamptz NOT NULL,
  -- ISO week in UTC, with its week-year.
  year        smallint NOT NULL,
  week        smallint NOT NULL,
  -- Whether it counts for its week. Follows from the game and from what is known of both players.
  counts      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, game_id)
);
CREATE INDEX player_game_order ON player_game (user_id, finished_at, game_id);
CREATE INDEX player_game_opponent ON player_game (user_id, opponent_id, outcome);
CREATE INDEX player_game_game ON player_game (game_id);
CREATE INDEX player_game_week ON player_game (user_id, year, week) WHERE counts;

-- The totals of a user: a fold over `player_game` in the order of (finished_at, game_id), as far as `last_at`, `last_game`.
-- Games against the computer are no part of it.
CREATE TABLE player_stats (
  user_id         text PRIMARY KEY,
  wins            integer NOT NULL,
  losses          integer NOT NULL,
  draws           integer NOT NULL,
  games           integer NOT NULL,
  win_streak      integer NOT NULL,
  best_win_streak integer NOT NULL CHECK (best_win_streak >= win_streak),
  losing_streak   integer NOT NULL,
  diagonals       integer NOT NULL,
  last_at         timestamptz NOT NULL,
  last_game       uuid NOT NULL,
  CHECK (wins + losses + draws <= games AND (win_streak = 0 OR losing_streak = 0))
);
CREATE INDEX player_stats_all_time ON player_stats (wins DESC, games, user_id);

CREATE TABLE achievement (
  user_id     text NOT NULL,
  type        text NOT NULL,
  unlocked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, type)
);

-- A row for each level that was reached, from 2.
CREATE TABLE level_up (
  user_id         text NOT NULL,
  level           integer NOT NULL CHECK (level >= 2),
  reached_at      timestamptz NOT NULL,
  acknowledged_at timestamptz,
  PRIMARY KEY (user_id, level)
);
CREATE INDEX level_up_pending ON level_up (user_id, level) WHERE acknowledged_at IS NULL;

-- The border that a user selected, or `none`. No row: the user selected nothing.
CREATE TABLE border (
  user_id text PRIMARY KEY,
  border  text NOT NULL
);


-- open: its games are counted -> frozen: its ranks are written -> paid: so are its rewards.
CREATE TABLE week (
  year   smallint NOT NULL CHECK (year BETWEEN 2020 AND 9999),
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 53),
  state  text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'frozen', 'paid')),
  PRIMARY KEY (year, number)
);
CREATE INDEX week_unpaid ON week (year, number) WHERE state <> 'paid';

-- The totals of a user's games that count in a week. Rewritten from `player_game` when one of them changes.
CREATE TABLE weekly_score (
  year        smallint NOT NULL,
  week        smallint NOT NULL,
  user_id     text NOT NULL,
  wins        integer NOT NULL,
  games       integer NOT NULL CHECK (games > 0 AND wins <= games),
  coins       bigint NOT NULL,
  -- Different users they played with.
  opponents   integer NOT NULL,
  last_win_at timestamptz,
  PRIMARY KEY (year, week, user_id),
  FOREIGN KEY (year, week) REFERENCES week
);
-- The order of the board.
CREATE INDEX weekly_score_board ON weekly_score (year, week, wins DESC, games, last_win_at, user_id);

-- How a week ended, for each of its players. Written when it is frozen; ranks are unique.
CREATE TABLE weekly_result (
  year             smallint NOT NULL,
  week             smallint NOT NULL,
  rank             integer NOT NULL CHECK (rank >= 1),
  user_id          text NOT NULL,
  wins             integer NOT NULL,
  games            integer NOT NULL,
  coins            bigint NOT NULL,
  -- Why a result has no reward: how many different opponents its player had, and how many a reward took in that week.
  opponents        integer,
  opponents_needed integer,
  -- Coins that are due to them; 0 for none.
  reward           bigint NOT NULL CHECK (reward >= 0),
  paid_at          timestamptz,
  -- Why the ledger rejects the payment for good; an operator must look.
  rejection        text,
  seen_at          timestamptz,
  PRIMARY KEY (year, week, rank),
  UNIQUE (year, week, user_id),
  FOREIGN KEY (year, week) REFERENCES week
);
CREATE INDEX weekly_result_unseen ON weekly_result (user_id, year, week) WHERE seen_at IS NULL;
CREATE INDEX weekly_result_due ON weekly_result (year, week, rank) WHERE reward > 0 AND paid_at IS NULL AND rejection IS NULL;

-- The audit of rewards: the paid weeks, and how many of their rewards differ from what the ledger paid.
CREATE TABLE reward_audit (
  year       smallint NOT NULL,
  week       smallint NOT NULL,
  faults     integer NOT NULL CHECK (faults >= 0),
  checked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (year, week),
  FOREIGN KEY (year, week) REFERENCES week
);


GRANT SELECT, INSERT, UPDATE ON player TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON border TO fifteen_leaderboard;
GRANT SELECT, INSERT, DELETE ON sighting TO fifteen_leaderboard;
GRANT SELECT, INSERT ON game TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE (counts) ON player_game TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE ON player_stats, level_up TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON achievement TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE (state) ON week TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON weekly_score TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE (paid_at, rejection, seen_at) ON weekly_result TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE ON reward_audit TO fifteen_leaderboard;

-- Up Migration

-- A person, as far as weeks are concerned. Made by whichever fact of them comes first.
CREATE TABLE person (
  user_id       text PRIMARY KEY,
  -- Since when their address is proved; null for a guest.
  registered_at timestamptz,
  deleted       boolean NOT NULL DEFAULT false
);

-- Where, and with which device, a session of theirs began: keyed hashes.
CREATE TABLE sighting (
  user_id text NOT NULL,
  at      timestamptz NOT NULL,
  network text NOT NULL,
  device  text NOT NULL,
  PRIMARY KEY (user_id, at)
);

-- Every game that ended, as its fact says, once, whichever way it was heard of.
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

-- A game as one of its people played it.
CREATE TABLE played (
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
  -- Is it a game of its week? Follows from the game and from what is known of both people.
  counts      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, game_id)
);
CREATE INDEX played_order ON played (user_id, finished_at, game_id);
CREATE INDEX played_pair ON played (user_id, opponent_id, outcome);
CREATE INDEX played_game ON played (game_id);
CREATE INDEX played_week ON played (user_id, year, week) WHERE counts;

-- What a user's games come to: a fold over `played` in the order of (finished_at, game_id), as far as `last_at`, `last_game`.
CREATE TABLE record (
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
CREATE INDEX record_all_time ON record (wins DESC, games, user_id);

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

-- The border somebody chose to wear, or `none`. No row: they have chosen nothing.
CREATE TABLE border (
  user_id text PRIMARY KEY,
  border  text NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON person, border TO fifteen_leaderboard;
GRANT SELECT, INSERT, DELETE ON sighting TO fifteen_leaderboard;
GRANT SELECT, INSERT ON game TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE (counts) ON played TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE ON record, level_up TO fifteen_leaderboard;
GRANT SELECT, INSERT, UPDATE, DELETE ON achievement TO fifteen_leaderboard;

-- Up Migration

-- What a finished game for coins tells of how a person played it. Signs, no proof: nothing follows from them by itself.
CREATE TABLE signal (
  game_id     uuid        NOT NULL REFERENCES game,
  user_id     text        NOT NULL,
  finished_at timestamptz NOT NULL,
  -- Milliseconds of thought before each move they made themselves, in order.
  thought_ms  int[]       NOT NULL,
  -- Of these moves, how many could have been worse, and how many of those could not have been better.
  choices     smallint    NOT NULL CHECK (choices BETWEEN 0 AND cardinality(thought_ms)),
  perfect     smallint    NOT NULL CHECK (perfect BETWEEN 0 AND choices),
  -- The game was lost, and over within six moves.
  quick_loss  boolean     NOT NULL,
  -- Of their last games for coins, this one among them, how many there were, 20 at most, and how many with this opponent.
  recent      smallint    NOT NULL CHECK (recent BETWEEN 1 AND 20),
  with_pair   smallint    NOT NULL CHECK (with_pair BETWEEN 1 AND recent),
  -- What it looks like: machine, thrown, pair.
  suspicions  text[]      NOT NULL,
  PRIMARY KEY (game_id, user_id)
);
CREATE INDEX signal_of_user ON signal (user_id, finished_at, game_id);

-- Three of a person's last seven games looked the same way: somebody should look at them.
CREATE TABLE flag (
  user_id   text        NOT NULL,
  kind      text        NOT NULL CHECK (kind IN ('machine', 'thrown', 'pair')),
  raised_at timestamptz NOT NULL DEFAULT now(),
  seen_at   timestamptz NOT NULL DEFAULT now(),
  -- Those of the last seven, the newest first.
  game_ids  uuid[]      NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- When a game for coins was looked at. Null for one that is still to be.
ALTER TABLE game ADD COLUMN judged_at timestamptz;
CREATE INDEX game_unjudged ON game (finished_at, id)
  WHERE status IN ('finished', 'abandoned') AND bet > 0 AND judged_at IS NULL;

GRANT SELECT, INSERT ON signal TO fifteen_game;
GRANT SELECT, INSERT, UPDATE (seen_at, game_ids) ON flag TO fifteen_game;
GRANT UPDATE (judged_at) ON game TO fifteen_game;

-- Up Migration

-- A game: the state itself, one row, guarded by its version.
--   funding     stakes are being taken              -> active | cancelling | cancelled
--   active      being played                        -> finished | abandoned
--   finished    ended on the board
--   abandoned   a player left, or both were away before it began
--   cancelling  called off, stakes not yet given back -> cancelled
--   cancelled   never opened, nobody is owed anything
CREATE TABLE game (
  id            uuid PRIMARY KEY,
  room_id       text NOT NULL CHECK (room_id <> ''),
  round         int  NOT NULL CHECK (round >= 1),
  x_user        text NOT NULL CHECK (x_user <> ''),
  o_user        text NOT NULL CHECK (o_user <> '' AND o_user <> x_user),
  bet           bigint NOT NULL CHECK (bet IN (0, 5000, 50000, 250000, 1000000, 10000000)),
  status        text NOT NULL,
  -- Positions in the order they were played; X has the first, third, …
  moves         smallint[] NOT NULL DEFAULT '{}',
  -- +1 with every change of an open game; the guard of every write to it.
  version       int NOT NULL DEFAULT 0 CHECK (version >= cardinality(moves)),
  -- Is the server playing this seat for its absent player?
  auto_x        boolean NOT NULL DEFAULT false,
  auto_o        boolean NOT NULL DEFAULT false,
  -- The player to move took control back in this turn, and with it a fresh one; there is no second.
  renewed       boolean NOT NULL DEFAULT false,
  winner        text CHECK (winner IN ('X', 'O')),
  condition     text,
  abandoned_by  text CHECK (abandoned_by IN (x_user, o_user)),
  cancel_reason text CHECK (cancel_reason IN ('INSUFFICIENT_COINS', 'ALREADY_IN_GAME', 'CALLED_OFF')),
  turn_deadline timestamptz,
  -- The next instant at which something must be done for this game, whoever lives then: a turn that runs out, a bot's or
  -- an automatic move, a stake to ask for or to give back. Null once nothing is left to do.
  due_at        timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  started_at    timestamptz,
  last_move_at  timestamptz,
  finished_at   timestamptz,
  -- The stakes have gone where they belong; at once where there are none.
  settled_at    timestamptz,

  CONSTRAINT game_moves CHECK (cardinality(moves) <= 15 AND array_position(moves, NULL) IS NULL
    AND 1 <= ALL (moves) AND 15 >= ALL (moves)),
  CONSTRAINT game_bot_bet CHECK (bet = 0 OR NOT (starts_with(x_user, 'player_') OR starts_with(o_user, 'player_'))),
  CONSTRAINT game_status CHECK (CASE status
    WHEN 'funding'    THEN started_at IS NULL AND finished_at IS NULL AND cancel_reason IS NULL
    WHEN 'cancelling' THEN bet > 0 AND started_at IS NULL AND finished_at IS NULL AND cancel_reason IS NOT NULL
    WHEN 'cancelled'  THEN started_at IS NULL AND finished_at IS NOT NULL AND cancel_reason IS NOT NULL
    WHEN 'active'     THEN started_at IS NOT NULL AND finished_at IS NULL AND cancel_reason IS NULL
    WHEN 'finished'   THEN started_at IS NOT NULL AND finished_at IS NOT NULL AND cancel_reason IS NULL
    WHEN 'abandoned'  THEN started_at IS NOT NULL AND finished_at IS NOT NULL AND cancel_reason IS NULL
    ELSE false END),
  CONSTRAINT game_condition CHECK (CASE status
    WHEN 'finished'  THEN condition IS NOT NULL AND condition IN ('draw', 'horizontal', 'vertical', 'diagonal')
    WHEN 'abandoned' THEN condition IS NOT NULL AND condition IN ('abandonment', 'expired')
    ELSE condition IS NULL END),
  CONSTRAINT game_winner CHECK ((winner IS NOT NULL)
    = coalesce(condition IN ('horizontal', 'vertical', 'diagonal', 'abandonment'), false)),
  CONSTRAINT game_abandoned CHECK (CASE WHEN condition = 'abandonment'
    THEN abandoned_by IS NOT NULL AND abandoned_by = CASE winner WHEN 'X' THEN o_user ELSE x_user END
    ELSE abandoned_by IS NULL END),
  CONSTRAINT game_unopened CHECK (started_at IS NOT NULL
    OR (version = 0 AND moves = '{}' AND NOT auto_x AND NOT auto_o AND NOT renewed)),
  CONSTRAINT game_last_move CHECK ((last_move_at IS NULL) = (moves = '{}')),
  CONSTRAINT game_turn CHECK ((turn_deadline IS NOT NULL) = (status = 'active')),
  CONSTRAINT game_settled CHECK (settled_at IS NULL OR finished_at IS NOT NULL),
  CONSTRAINT game_due CHECK ((due_at IS NULL) = (settled_at IS NOT NULL))
);
-- Two sweeps, so that a ledger that is away never holds up a clock.
CREATE INDEX game_due_turn ON game (due_at) WHERE status = 'active';
CREATE INDEX game_due_stake ON game (due_at) WHERE status <> 'active' AND due_at IS NOT NULL;
CREATE INDEX game_history_x ON game (x_user, finished_at, id) WHERE status IN ('finished', 'abandoned');
CREATE INDEX game_history_o ON game (o_user, finished_at, id) WHERE status IN ('finished', 'abandoned');

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'game % is over and does not change', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- What has ended stays as it ended: only the settling of its stakes may follow.
CREATE TRIGGER game_over_is_final BEFORE UPDATE ON game FOR EACH ROW
  WHEN (OLD.finished_at IS NOT NULL AND
    (NEW.status, NEW.moves, NEW.version, NEW.winner, NEW.condition, NEW.abandoned_by, NEW.finished_at)
      IS DISTINCT FROM
    (OLD.status, OLD.moves, OLD.version, OLD.winner, OLD.condition, OLD.abandoned_by, OLD.finished_at))
  EXECUTE FUNCTION refuse_change();

-- Every move as it was made. Never updated.
CREATE TABLE move (
  game_id  uuid     NOT NULL REFERENCES game,
  ply      smallint NOT NULL CHECK (ply BETWEEN 1 AND 15),
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 15 AND NOT (ply = 1 AND position = 8)),
  player   text     NOT NULL CHECK (player = CASE ply % 2 WHEN 1 THEN 'X' ELSE 'O' END),
  -- Played by the server for an absent player.
  auto     boolean  NOT NULL,
  at       timestamptz NOT NULL,
  PRIMARY KEY (game_id, ply),
  UNIQUE (game_id, position)
);

-- The primary key is the rule: a person is in at most one game that is not over. Bots are in any number.
CREATE TABLE active_player (
  user_id text PRIMARY KEY CHECK (NOT starts_with(user_id, 'player_')),
  game_id uuid NOT NULL REFERENCES game
);

-- When somebody last watched the clocks. One row.
CREATE TABLE game_clock (
  id      boolean PRIMARY KEY DEFAULT true CHECK (id),
  tick_at timestamptz NOT NULL
);
INSERT INTO game_clock (tick_at) VALUES (now());

-- The terms of a game are not the service's to change, nor is the record of its moves.
GRANT SELECT, INSERT ON game, move TO fifteen_game;
GRANT UPDATE (status, moves, version, auto_x, auto_o, renewed, winner, condition, abandoned_by, cancel_reason,
  turn_deadline, due_at, started_at, last_move_at, finished_at, settled_at) ON game TO fifteen_game;
GRANT SELECT, INSERT, DELETE ON active_player TO fifteen_game;
GRANT SELECT, UPDATE (tick_at) ON game_clock TO fifteen_game;

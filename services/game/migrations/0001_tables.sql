-- A game: the state itself, one row, guarded by its version.
--   funding     stakes are being taken              -> active | cancelling | cancelled
--   active      being played                        -> finished | abandoned
--   finished    ended on the board
--   abandoned   a player left, or both were offline before it began
--   cancelling  cancelled, stakes not yet refunded  -> cancelled
--   cancelled   never opened, no stakes are held
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
  -- +1 with every change of an open game; every write to it compares it first.
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
  -- The next instant at which a replica must act on this game: a turn that runs out, a bot's or an automatic move, a
  -- stake to hold or to refund. Null once nothing is left to do.
  due_at        timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  started_at    timestamptz,
  last_move_at  timestamptz,
  finished_at   timestamptz,
  -- When the stakes were paid out; at once where there are none.
  settled_at    timestamptz,
  -- When a game for coins was checked for fair play. Null for one that is still to be.
  judged_at     timestamptz,

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
-- Two jobs, so that an unavailable ledger never holds up a clock.
CREATE INDEX game_due_turn ON game (due_at) WHERE status = 'active';
CREATE INDEX game_due_stake ON game (due_at) WHERE status <> 'active' AND due_at IS NOT NULL;
CREATE INDEX game_history_x ON game (x_user, finished_at, id) WHERE status IN ('finished', 'abandoned');
CREATE INDEX game_history_o ON game (o_user, finished_at, id) WHERE status IN ('finished', 'abandoned');
-- Games that ended in a span of time, for the services that count them.
CREATE INDEX game_ended ON game (finished_at, id) WHERE status IN ('finished', 'abandoned');
CREATE INDEX game_unjudged ON game (finished_at, id)
  WHERE status IN ('finished', 'abandoned') AND bet > 0 AND judged_at IS NULL;
-- For the audit of payouts.
CREATE INDEX game_for_coins_over ON game (finished_at, id) WHERE bet > 0 AND finished_at IS NOT NULL;

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

-- The primary key is the rule: a user is in at most one game that is not over. Bots are in any number.
CREATE TABLE active_player (
  user_id text PRIMARY KEY CHECK (NOT starts_with(user_id, 'player_')),
  game_id uuid NOT NULL REFERENCES game
);

-- When the clocks of games were last watched, to extend them by an outage; one row.
CREATE TABLE game_clock (
  id         boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- By any replica of the game service.
  tick_at    timestamptz NOT NULL,
  -- The last instant at which a gateway reported connected players. NULL until the first report: then only the game
  -- service's own ticks count.
  gateway_at timestamptz
);
INSERT INTO game_clock (tick_at) VALUES (now());


-- How a user played a finished game for coins. Indications, no proof: nothing follows from them by itself.
CREATE TABLE fair_play_signal (
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
  -- Of their last games for coins, this one among them, how many there were, 20 at most, and how many with this
  -- opponent.
  recent      smallint    NOT NULL CHECK (recent BETWEEN 1 AND 20),
  with_pair   smallint    NOT NULL CHECK (with_pair BETWEEN 1 AND recent),
  -- What it looks like: machine, thrown, pair.
  suspicions  text[]      NOT NULL,
  PRIMARY KEY (game_id, user_id)
);
CREATE INDEX fair_play_signal_of_user ON fair_play_signal (user_id, finished_at, game_id);

-- Three of a user's last seven games looked the same way: an operator should look at them.
CREATE TABLE fair_play_flag (
  user_id   text        NOT NULL,
  kind      text        NOT NULL CHECK (kind IN ('machine', 'thrown', 'pair')),
  raised_at timestamptz NOT NULL DEFAULT now(),
  seen_at   timestamptz NOT NULL DEFAULT now(),
  -- Those of the last seven, the newest first.
  game_ids  uuid[]      NOT NULL,
  PRIMARY KEY (user_id, kind)
);


-- The audit of payouts replays every game for coins that is over, and compares the result with what the ledger paid.
-- How far it has come, in the order of (finished_at, id). One row.
CREATE TABLE payout_audit (
  id          boolean PRIMARY KEY DEFAULT true CHECK (id),
  finished_at timestamptz NOT NULL DEFAULT '-infinity',
  game_id     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- When it last found nothing more to check.
  at          timestamptz NOT NULL DEFAULT now()
);
INSERT INTO payout_audit DEFAULT VALUES;

-- Games whose payout differs from their moves. Checked again in every pass; a row is deleted when its game is right.
CREATE TABLE payout_finding (
  game_id    uuid PRIMARY KEY REFERENCES game,
  -- The first thing that is wrong: `record` (the game's own row), `unpaid`, `payment`.
  kind       text NOT NULL CHECK (kind IN ('record', 'unpaid', 'payment')),
  found_at   timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz NOT NULL DEFAULT now()
);


-- The service may change neither the terms of a game nor the record of its moves.
GRANT SELECT, INSERT ON game, move, fair_play_signal TO fifteen_game;
GRANT UPDATE (status, moves, version, auto_x, auto_o, renewed, winner, condition, abandoned_by, cancel_reason,
  turn_deadline, due_at, started_at, last_move_at, finished_at, settled_at, judged_at) ON game TO fifteen_game;
GRANT SELECT, INSERT, DELETE ON active_player TO fifteen_game;
GRANT SELECT, UPDATE (tick_at, gateway_at) ON game_clock TO fifteen_game;
GRANT SELECT, INSERT, UPDATE (seen_at, game_ids) ON fair_play_flag TO fifteen_game;
GRANT SELECT, UPDATE ON payout_audit TO fifteen_game;
GRANT SELECT, INSERT, UPDATE, DELETE ON payout_finding TO fifteen_game;

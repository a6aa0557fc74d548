-- Up Migration

CREATE TABLE room (
  id          text PRIMARY KEY,
  code        text NOT NULL UNIQUE CHECK (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  owner_id    text NOT NULL,
  -- waiting: no game yet; playing: a round is on; active: a game was played, another may follow; closed: everybody left
  status      text NOT NULL CHECK (status IN ('waiting', 'playing', 'active', 'closed')),
  max_players int  NOT NULL CHECK (max_players IN (2, 4)),
  private     boolean NOT NULL,
  bet         bigint NOT NULL CHECK (bet IN (0, 5000, 50000, 250000, 1000000, 10000000)),
  -- of the quick match it was made for: making it twice is impossible
  match_id    text UNIQUE,
  version     int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX room_stale ON room (updated_at) WHERE status <> 'closed';

-- The primary key is the rule: a user is in at most one room.
CREATE TABLE participant (
  user_id   text PRIMARY KEY,
  id        text NOT NULL UNIQUE,
  room_id   text NOT NULL REFERENCES room,
  role      text NOT NULL CHECK (role IN ('player', 'spectator')),
  joined_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX participant_room ON participant (room_id, joined_at);

CREATE TABLE round (
  room_id    text NOT NULL REFERENCES room,
  round      int  NOT NULL CHECK (round >= 1),
  game_id    text NOT NULL UNIQUE,
  -- starting: the game service has not answered yet; off: it refused and no game was played
  status     text NOT NULL CHECK (status IN ('starting', 'playing', 'over', 'off')),
  player_ids text[] NOT NULL CHECK (array_length(player_ids, 1) = 2),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (room_id, round)
);
CREATE INDEX round_open ON round (updated_at) WHERE status IN ('starting', 'playing');
-- One round at a time: a start that races another finds it here.
CREATE UNIQUE INDEX round_one_open ON round (room_id) WHERE status IN ('starting', 'playing');

GRANT SELECT, INSERT, UPDATE, DELETE ON room, participant, round TO fifteen_room;

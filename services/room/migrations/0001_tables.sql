CREATE TABLE room (
  id          text PRIMARY KEY,
  code        text NOT NULL UNIQUE CHECK (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  owner_id    text NOT NULL,
  -- waiting: no game yet; playing: a round is on; active: a game was played, another may follow; closed: every player
  -- left, its game expired, it was idle, or its match was called off
  status      text NOT NULL CHECK (status IN ('waiting', 'playing', 'active', 'closed')),
  max_players int  NOT NULL CHECK (max_players IN (2, 4)),
  private     boolean NOT NULL,
  bet         bigint NOT NULL CHECK (bet IN (0, 5000, 50000, 250000, 1000000, 10000000)),
  -- A room is created for a quick match or by a user's request, and by neither twice.
  match_id    text UNIQUE,
  creator_id  text,
  request_id  text CHECK (char_length(request_id) BETWEEN 1 AND 64),
  version     int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (creator_id, request_id),
  CHECK ((match_id IS NULL) <> (request_id IS NULL)),
  CHECK ((creator_id IS NULL) = (request_id IS NULL))
);
CREATE INDEX room_stale ON room (updated_at) WHERE status <> 'closed';
-- Rooms that closed long ago are deleted, with their rounds, invitations and rematch requests.
CREATE INDEX room_closed ON room (updated_at) WHERE status = 'closed';

-- The primary key is the rule: a user is in at most one room.
CREATE TABLE participant (
  user_id   text PRIMARY KEY,
  id        text NOT NULL UNIQUE,
  room_id   text NOT NULL REFERENCES room,
  role      text NOT NULL CHECK (role IN ('player', 'spectator')),
  -- 1 and 2 are the seats of a room, 3 to 52 are for spectators, so a third player or a 51st spectator cannot be
  -- written.
  place     int NOT NULL CHECK (place BETWEEN 1 AND 52),
  -- The player agreed to one game at the room's bet by taking a seat; reset when a game opens.
  agreed    boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (room_id, place),
  CHECK ((role = 'player') = (place <= 2)),
  CHECK (role = 'player' OR NOT agreed)
);
CREATE INDEX participant_room ON participant (room_id, joined_at);

CREATE TABLE round (
  room_id     text NOT NULL REFERENCES room,
  round       int  NOT NULL CHECK (round >= 1),
  game_id     text NOT NULL UNIQUE,
  -- agreed: both players want it and the countdown runs, the game service does not know of it yet; starting: the game
  -- service has not answered yet; off: none was played, since the game service rejected or lost it, or a player left
  status      text NOT NULL CHECK (status IN ('agreed', 'starting', 'playing', 'over', 'off')),
  player_ids  text[] NOT NULL CHECK (array_length(player_ids, 1) = 2),
  -- Who has or gets X; NULL: the game service draws.
  x_player_id text CHECK (x_player_id = ANY (player_ids)),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (room_id, round)
);
CREATE INDEX round_open ON round (updated_at) WHERE status IN ('agreed', 'starting', 'playing');
-- One round at a time: of two starts that race, the second violates it.
CREATE UNIQUE INDEX round_one_open ON round (room_id) WHERE status IN ('agreed', 'starting', 'playing');

CREATE TABLE invitation (
  id          text PRIMARY KEY,
  room_id     text NOT NULL REFERENCES room,
  inviter_id  text NOT NULL,
  invited_id  text NOT NULL CHECK (invited_id <> inviter_id),
  -- How many invitations may wait for one user depends on whether friends sent them.
  from_friend boolean NOT NULL DEFAULT false,
  -- lapsed: not answered in time, or the room closed
  status      text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX invitation_one_pending ON invitation (room_id, invited_id) WHERE status = 'pending';
CREATE INDEX invitation_of_room ON invitation (room_id, invited_id);
CREATE INDEX invitation_pending ON invitation (invited_id, created_at) WHERE status = 'pending';
CREATE INDEX invitation_stale ON invitation (created_at) WHERE status = 'pending';

-- A player's request to the opponent of the room's last game for a rematch.
CREATE TABLE rematch_request (
  id           text PRIMARY KEY,
  room_id      text NOT NULL REFERENCES room,
  game_id      text NOT NULL REFERENCES round (game_id),
  requester_id text NOT NULL,
  requested_id text NOT NULL CHECK (requested_id <> requester_id),
  -- lapsed: not answered in time, or a player left the room
  status       text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (game_id, requester_id)
);
-- When both ask, the second has agreed: two requests never wait for each other.
CREATE UNIQUE INDEX rematch_request_one_pending ON rematch_request (game_id) WHERE status = 'pending';
CREATE INDEX rematch_request_of_room ON rematch_request (room_id) WHERE status = 'pending';
CREATE INDEX rematch_request_requested ON rematch_request (requested_id) WHERE status = 'pending';
CREATE INDEX rematch_request_stale ON rematch_request (requested_at) WHERE status = 'pending';
-- For deleting a room, with answered requests too.
CREATE INDEX rematch_request_room ON rematch_request (room_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON room, participant, round, invitation, rematch_request TO fifteen_room;

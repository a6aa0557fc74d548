-- Up Migration

-- A room is made for a match or by somebody's request, and by neither twice.
ALTER TABLE room
  ADD creator_id text,
  ADD request_id text CHECK (char_length(request_id) BETWEEN 1 AND 64),
  ADD UNIQUE (creator_id, request_id),
  ADD CHECK ((match_id IS NULL) <> (request_id IS NULL)),
  ADD CHECK ((creator_id IS NULL) = (request_id IS NULL));

-- The places of a room: 1 and 2 are its seats, 3 to 52 are for spectators, so a third player or a 51st spectator cannot
-- be written down. NULL only where the version before, still running beside this one, wrote the row.
ALTER TABLE participant
  ADD place int CHECK (place BETWEEN 1 AND 52),
  -- Whoever sits down agrees to one game at the room's bet; spent when a game opens.
  ADD agreed boolean NOT NULL DEFAULT false,
  ADD CHECK ((role = 'player') = (place <= 2)),
  ADD CHECK (role = 'player' OR NOT agreed),
  ADD UNIQUE (room_id, place);
UPDATE participant SET place = numbered.place
  FROM (SELECT user_id, row_number() OVER (PARTITION BY room_id ORDER BY joined_at, id) AS place FROM participant) numbered
  WHERE numbered.user_id = participant.user_id;

ALTER TABLE round
  -- who has or gets X; NULL: the game service draws
  ADD x_player_id text,
  ADD CHECK (x_player_id = ANY (player_ids)),
  DROP CONSTRAINT round_status_check,
  -- agreed: both want it and the countdown runs, the game service knows nothing yet
  ADD CONSTRAINT round_status_check CHECK (status IN ('agreed', 'starting', 'playing', 'over', 'off'));
DROP INDEX round_open, round_one_open;
CREATE INDEX round_open ON round (updated_at) WHERE status IN ('agreed', 'starting', 'playing');
CREATE UNIQUE INDEX round_one_open ON round (room_id) WHERE status IN ('agreed', 'starting', 'playing');

CREATE TABLE invitation (
  id         text PRIMARY KEY,
  room_id    text NOT NULL REFERENCES room,
  inviter_id text NOT NULL,
  invited_id text NOT NULL CHECK (invited_id <> inviter_id),
  -- lapsed: nobody answered in time, or the room closed
  status     text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX invitation_one_pending ON invitation (room_id, invited_id) WHERE status = 'pending';
CREATE INDEX invitation_of_room ON invitation (room_id, invited_id);
CREATE INDEX invitation_pending ON invitation (invited_id, created_at) WHERE status = 'pending';
CREATE INDEX invitation_stale ON invitation (created_at) WHERE status = 'pending';

-- A player asks the other of the room's last game for another.
CREATE TABLE again (
  id           text PRIMARY KEY,
  room_id      text NOT NULL REFERENCES room,
  game_id      text NOT NULL REFERENCES round (game_id),
  requester_id text NOT NULL,
  requested_id text NOT NULL CHECK (requested_id <> requester_id),
  -- lapsed: nobody answered in time, or somebody left the room
  status       text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (game_id, requester_id)
);
-- When both ask, the second has agreed: two requests never wait for each other.
CREATE UNIQUE INDEX again_one_pending ON again (game_id) WHERE status = 'pending';
CREATE INDEX again_of_room ON again (room_id) WHERE status = 'pending';
CREATE INDEX again_requested ON again (requested_id) WHERE status = 'pending';
CREATE INDEX again_stale ON again (requested_at) WHERE status = 'pending';

GRANT SELECT, INSERT, UPDATE ON invitation, again TO fifteen_room;

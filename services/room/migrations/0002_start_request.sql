-- A user's request to start a game, and the round that it got: once that is played, a repeat starts no other.
CREATE TABLE start_request (
  room_id    text NOT NULL,
  round      int  NOT NULL,
  user_id    text NOT NULL,
  request_id text NOT NULL CHECK (char_length(request_id) BETWEEN 1 AND 64),
  PRIMARY KEY (room_id, user_id, request_id),
  FOREIGN KEY (room_id, round) REFERENCES round
);

GRANT SELECT, INSERT, UPDATE, DELETE ON start_request TO fifteen_room;

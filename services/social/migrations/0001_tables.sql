-- Two users and all they are to each other: one row, whichever of them acted. Since the row has every state of the two,
-- its checks can reject what cannot be: to be friends with oneself, twice, or with a blocked user.
CREATE TABLE relationship (
  low            text COLLATE "C" NOT NULL,
  high           text COLLATE "C" NOT NULL,
  friends_since  timestamptz,
  -- The last request between the two, in whichever direction. `lapsed`: one of them blocked the other.
  request_id     text UNIQUE,
  requester_id   text COLLATE "C",
  request_status text CHECK (request_status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  requested_at   timestamptz,
  answered_at    timestamptz,
  -- Since when `low` blocks `high`, and the other way round.
  low_blocks_at  timestamptz,
  high_blocks_at timestamptz,
  -- Messages that `low` has not read, and `high`.
  low_unread     int NOT NULL DEFAULT 0 CHECK (low_unread >= 0),
  high_unread    int NOT NULL DEFAULT 0 CHECK (high_unread >= 0),
  PRIMARY KEY (low, high),
  CHECK (low < high),
  CHECK (requester_id IN (low, high)),
  CHECK (num_nonnulls(request_id, requester_id, request_status, requested_at) IN (0, 4)),
  CHECK ((answered_at IS NULL) = (request_status IS NULL OR request_status = 'pending')),
  CONSTRAINT friends_do_not_wait CHECK (friends_since IS NULL OR request_status IS DISTINCT FROM 'pending'),
  CONSTRAINT blocked_are_strangers CHECK (
    num_nonnulls(low_blocks_at, high_blocks_at) = 0
    OR (friends_since IS NULL AND request_status IS DISTINCT FROM 'pending'))
);
-- With the primary key: all others of a user, in order of their ids, as two ranges that are merged.
CREATE INDEX relationship_reverse ON relationship (high, low);
CREATE INDEX relationship_requests_low ON relationship (low, requested_at) WHERE request_status = 'pending';
CREATE INDEX relationship_requests_high ON relationship (high, requested_at) WHERE request_status = 'pending';
CREATE INDEX relationship_requester ON relationship (requester_id) WHERE request_status = 'pending';
CREATE INDEX relationship_blocks_low ON relationship (low) WHERE low_blocks_at IS NOT NULL OR high_blocks_at IS NOT NULL;
CREATE INDEX relationship_blocks_high ON relationship (high) WHERE low_blocks_at IS NOT NULL OR high_blocks_at IS NOT NULL;
-- Of many friends, the few with unread messages: they are listed first.
CREATE INDEX relationship_unread_low ON relationship (low, high) WHERE low_unread > 0;
CREATE INDEX relationship_unread_high ON relationship (high, low) WHERE high_unread > 0;

-- What two users wrote to each other. Ids are given under the lock of the pair, so they go up within it.
CREATE TABLE message (
  id        bigint GENERATED ALWAYS AS IDENTITY,
  low       text COLLATE "C" NOT NULL,
  high      text COLLATE "C" NOT NULL,
  sender_id text COLLATE "C" NOT NULL CHECK (sender_id IN (low, high)),
  text      text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200 AND btrim(text) <> ''),
  -- Chosen by the sender's client; NULL without one.
  key       text CHECK (char_length(key) BETWEEN 1 AND 128),
  sent_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Begins with the pair, so that its newest messages are read from one part of the index. By the id alone it would
  -- take a walk over all newer messages to reach those of two who have not written for long, and the planner does
  -- choose that.
  PRIMARY KEY (low, high, id),
  FOREIGN KEY (low, high) REFERENCES relationship ON DELETE CASCADE,
  UNIQUE (sender_id, key)
);

-- How many friend requests a user sent on a day (UTC): at most 20.
CREATE TABLE friend_request_quota (
  user_id text NOT NULL,
  day     date NOT NULL,
  n       int NOT NULL CHECK (n BETWEEN 1 AND 20),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX friend_request_quota_day ON friend_request_quota (day);

-- Deleted users: they get no new friends, requests, blocks or messages.
CREATE TABLE deleted_user (
  user_id text PRIMARY KEY
);

GRANT SELECT, INSERT, UPDATE, DELETE ON relationship, friend_request_quota TO fifteen_social;
GRANT SELECT, INSERT ON message, deleted_user TO fifteen_social;

-- Up Migration

-- Two people and all they are to each other: one row, whoever did what. Since the row has every fact of the pair, its
-- checks can refuse what cannot be: to be friends with oneself, twice, or with somebody one blocks.
CREATE TABLE pair (
  low             text COLLATE "C" NOT NULL,
  high            text COLLATE "C" NOT NULL,
  friends_since   timestamptz,
  -- The last request between the two, in whichever direction. `lapsed`: one of them blocked the other.
  request_id      text UNIQUE,
  requester_id    text COLLATE "C",
  request_status  text CHECK (request_status IN ('pending', 'accepted', 'rejected', 'lapsed')),
  requested_at    timestamptz,
  answered_at     timestamptz,
  -- Since when `low` blocks `high`, and the other way round.
  low_blocks_at   timestamptz,
  high_blocks_at  timestamptz,
  -- Messages that `low` has not read, and `high`.
  low_unread      int NOT NULL DEFAULT 0 CHECK (low_unread >= 0),
  high_unread     int NOT NULL DEFAULT 0 CHECK (high_unread >= 0),
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
-- With the key: everybody somebody has to do with, in order of their ids, as two ranges that are merged.
CREATE INDEX pair_reverse ON pair (high, low);
CREATE INDEX pair_asks_low ON pair (low, requested_at) WHERE request_status = 'pending';
CREATE INDEX pair_asks_high ON pair (high, requested_at) WHERE request_status = 'pending';
CREATE INDEX pair_asked_by ON pair (requester_id) WHERE request_status = 'pending';
CREATE INDEX pair_blocks_low ON pair (low) WHERE low_blocks_at IS NOT NULL OR high_blocks_at IS NOT NULL;
CREATE INDEX pair_blocks_high ON pair (high) WHERE low_blocks_at IS NOT NULL OR high_blocks_at IS NOT NULL;

-- A pair as each of the two sees it.
CREATE VIEW side AS
  SELECT low AS user_id, high AS other_id, friends_since, request_id, requester_id, request_status, requested_at,
    low_blocks_at AS blocks_at, high_blocks_at AS blocked_at, low_unread AS unread
  FROM pair
  UNION ALL
  SELECT high, low, friends_since, request_id, requester_id, request_status, requested_at,
    high_blocks_at, low_blocks_at, high_unread
  FROM pair;

-- What two people wrote to each other. Ids are given under the pair's lock, so they go up within it.
CREATE TABLE message (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  low       text COLLATE "C" NOT NULL,
  high      text COLLATE "C" NOT NULL,
  sender_id text COLLATE "C" NOT NULL CHECK (sender_id IN (low, high)),
  text      text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200 AND btrim(text) <> ''),
  -- Chosen by the sender's client; NULL without one.
  key       text CHECK (char_length(key) BETWEEN 1 AND 128),
  sent_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (low, high) REFERENCES pair ON DELETE CASCADE,
  UNIQUE (sender_id, key)
);
CREATE INDEX message_of_pair ON message (low, high, id);

-- How many people somebody has asked on a day (UTC): twenty, and no more.
CREATE TABLE asking (
  user_id text NOT NULL,
  day     date NOT NULL,
  n       int NOT NULL CHECK (n BETWEEN 1 AND 20),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX asking_day ON asking (day);

-- Accounts that ended: nobody becomes anything to them any more.
CREATE TABLE departed (
  user_id text PRIMARY KEY
);

GRANT SELECT, INSERT, UPDATE, DELETE ON pair, asking TO fifteen_social;
GRANT SELECT, INSERT ON message, departed TO fifteen_social;
GRANT SELECT ON side TO fifteen_social;

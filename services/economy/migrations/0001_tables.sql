-- Up Migration

-- The coin ledger: whole coins, double entry, written once and never changed. What must hold for a row stands with its
-- table; what must hold for a change, or between rows, stands in 0002_guards.sql; 0003_verbs.sql is all that anyone
-- may do; 0004_audit.sql proves it afterwards.

-- No function of this database may be called but by whom it is granted to.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE TYPE account_kind AS ENUM ('user', 'escrow', 'mint', 'sink');

-- Where coins are: `u:<user>` a wallet, `e:<game>` the stakes of one running game, `mint:<why>/<0..15>` where coins
-- come from, `sink:<why>` where they end. Mints are split in 16, so that strangers do not queue for one row.
CREATE TABLE account (
  id      text PRIMARY KEY,
  kind    account_kind NOT NULL,
  -- All that ever left it, and all that ever came in.
  debits  bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  balance bigint NOT NULL GENERATED ALWAYS AS (credits - debits) STORED,
  -- An escrow whose game is over, or the wallet of a guest who left.
  closed  boolean NOT NULL DEFAULT false,

  CONSTRAINT id_tells_kind CHECK (id LIKE CASE kind
    WHEN 'user' THEN 'u:_%' WHEN 'escrow' THEN 'e:_%' WHEN 'mint' THEN 'mint:_%' WHEN 'sink' THEN 'sink:_%' END),
  CONSTRAINT bots_own_nothing CHECK (kind <> 'user' OR id !~ '^u:(ai$|player_)'),
  CONSTRAINT never_negative CHECK (kind = 'mint' OR credits >= debits),
  CONSTRAINT mint_only_gives CHECK (kind <> 'mint' OR credits = 0),
  CONSTRAINT sink_only_takes CHECK (kind <> 'sink' OR debits = 0),
  CONSTRAINT closed_is_empty CHECK (NOT closed OR credits = debits),
  -- Below 2^53, so that every amount is exact as a number in JSON.
  CONSTRAINT exact_in_json CHECK (debits BETWEEN 0 AND 9000000000000000 AND credits BETWEEN 0 AND 9000000000000000)
) WITH (fillfactor = 80);

-- One fact of business, for ever. Its key names the fact and not the attempt, so that the same fact cannot happen twice.
CREATE TABLE op (
  key  text PRIMARY KEY,
  kind text NOT NULL,
  -- What was asked for: the same key with another request is an error.
  req  jsonb NOT NULL,
  at   timestamptz NOT NULL DEFAULT now()
);

-- One debit AND one credit of one amount in one row: an unbalanced posting cannot be written down.
CREATE TABLE transfer (
  op_key text NOT NULL REFERENCES op,
  leg    smallint NOT NULL CHECK (leg >= 0),
  debit  text NOT NULL REFERENCES account,
  credit text NOT NULL REFERENCES account,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  PRIMARY KEY (op_key, leg),
  CONSTRAINT two_accounts CHECK (debit <> credit)
);

-- Which kind of operation may move coins from which kind of account to which.
CREATE TABLE flow (
  op_kind text,
  src     account_kind,
  dst     account_kind,
  PRIMARY KEY (op_kind, src, dst)
);

CREATE TYPE stake_state AS ENUM ('held', 'settled', 'refunded', 'void');

-- What two players put into one game. A void one never took anything: somebody was short, or the game was called off
-- before its stakes were asked for (then its terms are not known).
CREATE TABLE stake (
  game_id text PRIMARY KEY,
  x_user  text,
  o_user  text,
  bet     bigint CHECK (bet IN (5000, 50000, 250000, 1000000, 10000000)),
  state   stake_state NOT NULL,
  winner  text,
  short   text[] NOT NULL DEFAULT '{}',
  at      timestamptz NOT NULL DEFAULT now(),

  CONSTRAINT terms_known CHECK (state = 'void' OR (x_user, o_user, bet) IS NOT NULL),
  CONSTRAINT two_players CHECK (x_user <> o_user),
  CONSTRAINT a_player_wins CHECK (winner IN (x_user, o_user)),
  CONSTRAINT settled_has_winner CHECK ((state = 'settled') = (winner IS NOT NULL)),
  CONSTRAINT short_is_void CHECK (short = '{}' OR (state = 'void' AND short <@ ARRAY[x_user, o_user]))
);
CREATE INDEX stake_held ON stake (at) WHERE state = 'held';

-- Awards for wins against the computer, which anybody can have for the asking: these bounds are what makes them safe.
-- By user and UTC day; `unproven` of them came without a transcript.
CREATE TABLE faucet (
  user_id  text,
  utc_day  date,
  n        integer NOT NULL CHECK (n BETWEEN 1 AND 50),
  unproven integer NOT NULL CHECK (unproven BETWEEN 0 AND 10),
  last_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, utc_day)
);

-- By network (/24 of IPv4, /64 of IPv6) and UTC day. Forgotten after eight days.
CREATE TABLE faucet_address (
  utc_day date,
  network cidr,
  n       integer NOT NULL,
  PRIMARY KEY (utc_day, network)
);

-- Coins awarded to all by UTC day, split as the mint is.
CREATE TABLE faucet_total (
  utc_day date,
  shard   smallint CHECK (shard BETWEEN 0 AND 15),
  coins   bigint NOT NULL,
  PRIMARY KEY (utc_day, shard)
);

INSERT INTO account (id, kind)
  SELECT format('mint:%s/%s', why, shard), 'mint'
    FROM unnest(ARRAY['signup', 'ai', 'topup']) why, generate_series(0, 15) shard;
INSERT INTO account (id, kind) VALUES ('sink:guest', 'sink');

INSERT INTO flow (op_kind, src, dst) VALUES
  ('signup', 'mint', 'user'),
  ('ai_win', 'mint', 'user'),
  ('topup', 'mint', 'user'),
  ('hold', 'user', 'escrow'),
  ('settle', 'escrow', 'user'),
  ('refund', 'escrow', 'user'),
  -- What comes to a guest who has left meanwhile goes where the rest of the wallet went.
  ('settle', 'escrow', 'sink'),
  ('refund', 'escrow', 'sink'),
  ('guest', 'user', 'sink');

GRANT SELECT ON account, op, transfer, flow, stake, faucet, faucet_address, faucet_total TO fifteen_economy;

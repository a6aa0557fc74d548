-- The coin ledger: whole coins, double entry, written once and never changed. What must hold for a row stands with its
-- table. What must hold for a change, or between rows, is a trigger; commands, triggers and audits are in ../sql.

-- The service may call only the functions that are granted to it.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE TYPE account_kind AS ENUM ('user', 'escrow', 'mint', 'sink');
CREATE TYPE stake_state AS ENUM ('held', 'settled', 'refunded', 'void');
CREATE TYPE item_kind AS ENUM ('emoji', 'piece_style', 'avatar_frame');

-- Results of commands. `changed_balances` lists the balances that the command changed, to be published: none when it
-- was a repeat.
CREATE TYPE wallet_result AS (coins bigint, changed_balances jsonb);
CREATE TYPE stake_result AS (state stake_state, winner text, short text[], changed_balances jsonb);
CREATE TYPE purchase_result AS (coins bigint, changed_balances jsonb, owned_before boolean);
CREATE TYPE gift_result AS (coins bigint, changed_balances jsonb, id uuid);


-- Where coins are: `u:<user>` a wallet, `e:<game>` the stakes of one running game, `mint:<source>/<0..15>` where coins
-- come from, `sink:<use>` and `sink:<use>/<0..15>` where they end. Busy mints and sinks are split in 16 rows, so that
-- commands of different users do not wait for one row.
CREATE TABLE account (
  id      text PRIMARY KEY,
  kind    account_kind NOT NULL,
  -- All that ever left it, and all that ever came in.
  debits  bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  balance bigint NOT NULL GENERATED ALWAYS AS (credits - debits) STORED,
  -- An escrow whose game is over, or the wallet of a guest who left.
  closed  boolean NOT NULL DEFAULT false,
  -- Counts the changes of the row, by trigger. Notifications of a balance may overtake each other: the higher is newer.
  version bigint NOT NULL DEFAULT 0,

  CONSTRAINT id_matches_kind CHECK (id LIKE CASE kind
    WHEN 'user' THEN 'u:_%' WHEN 'escrow' THEN 'e:_%' WHEN 'mint' THEN 'mint:_%' WHEN 'sink' THEN 'sink:_%' END),
  CONSTRAINT bots_own_nothing CHECK (kind <> 'user' OR id !~ '^u:(ai$|player_)'),
  CONSTRAINT never_negative CHECK (kind = 'mint' OR credits >= debits),
  CONSTRAINT mint_has_no_credits CHECK (kind <> 'mint' OR credits = 0),
  CONSTRAINT sink_has_no_debits CHECK (kind <> 'sink' OR debits = 0),
  CONSTRAINT closed_is_empty CHECK (NOT closed OR credits = debits),
  -- Below 2^53, so that every amount is exact as a number in JSON.
  CONSTRAINT exact_in_json CHECK (debits BETWEEN 0 AND 9000000000000000 AND credits BETWEEN 0 AND 9000000000000000)
) WITH (fillfactor = 80);

-- A journal entry: one business event, kept for ever. Its key names the event and not the attempt, so that it cannot
-- happen twice.
CREATE TABLE journal_entry (
  key     text PRIMARY KEY,
  kind    text NOT NULL,
  -- The same key with another request is an error.
  request jsonb NOT NULL,
  at      timestamptz NOT NULL DEFAULT now()
);

-- One debit AND one credit of one amount in one row: an unbalanced posting cannot be written.
CREATE TABLE transfer (
  entry_key text NOT NULL REFERENCES journal_entry,
  leg       smallint NOT NULL CHECK (leg >= 0),
  debit     text NOT NULL REFERENCES account,
  credit    text NOT NULL REFERENCES account,
  amount    bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  PRIMARY KEY (entry_key, leg),
  CONSTRAINT two_accounts CHECK (debit <> credit)
);

-- Which kind of entry may move coins from which kind of account to which.
CREATE TABLE allowed_transfer (
  entry_kind  text,
  source_kind account_kind,
  target_kind account_kind,
  PRIMARY KEY (entry_kind, source_kind, target_kind)
);

-- Which kind of entry grants an item: a kind that is missing here grants none. Unpaid, it moves no coins: no transfer
-- is allowed under that kind. Paid, it does both in one transaction or neither.
CREATE TABLE grant_rule (
  entry_kind text PRIMARY KEY,
  paid       boolean NOT NULL
);


-- What two players put into one game. A void one never took anything: a player was short of coins, or the game was
-- cancelled before its stakes were requested (then its terms are not known).
CREATE TABLE stake (
  game_id text PRIMARY KEY,
  x_user  text,
  o_user  text,
  bet     bigint CHECK (bet IN (5000, 50000, 250000, 1000000, 10000000)),
  state   stake_state NOT NULL,
  winner  text,
  -- The players who had too few coins.
  short   text[] NOT NULL DEFAULT '{}',
  at      timestamptz NOT NULL DEFAULT now(),

  CONSTRAINT terms_known CHECK (state = 'void' OR (x_user, o_user, bet) IS NOT NULL),
  CONSTRAINT two_players CHECK (x_user <> o_user),
  CONSTRAINT a_player_wins CHECK (winner IN (x_user, o_user)),
  CONSTRAINT settled_has_winner CHECK ((state = 'settled') = (winner IS NOT NULL)),
  CONSTRAINT short_is_void CHECK (short = '{}' OR (state = 'void' AND short <@ ARRAY[x_user, o_user]))
);
CREATE INDEX stake_held ON stake (at) WHERE state = 'held';


-- Counters of awards for wins against the computer. Clients can claim such wins without proof that a person played, so
-- these bounds are what makes the awards safe.
-- By user and UTC day; `unproven` of them came without a transcript.
CREATE TABLE reward_quota (
  user_id  text,
  utc_day  date,
  awards   integer NOT NULL CHECK (awards BETWEEN 1 AND 50),
  unproven integer NOT NULL CHECK (unproven BETWEEN 0 AND 10),
  last_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, utc_day)
);
CREATE INDEX reward_quota_day ON reward_quota (utc_day);

-- By network (/24 of IPv4, /64 of IPv6) and UTC day.
CREATE TABLE reward_quota_network (
  utc_day date,
  network cidr,
  awards  integer NOT NULL,
  PRIMARY KEY (utc_day, network)
);

-- Coins awarded to all users by UTC day, split in 16 as the mint is.
CREATE TABLE reward_quota_total (
  utc_day date,
  shard   smallint CHECK (shard BETWEEN 0 AND 15),
  coins   bigint NOT NULL,
  PRIMARY KEY (utc_day, shard)
);


-- What users own beside coins. An item comes to a user by one entry and stays until the user leaves. The catalogue,
-- with names and prices, is the service's (src/catalogue): here stands who has what, and why.
CREATE TABLE owned_item (
  user_id   text,
  kind      item_kind,
  item      text CHECK (item ~ '^[a-z][a-z0-9_]{0,31}$'),
  -- The one entry that granted it, and nothing else.
  entry_key text NOT NULL UNIQUE REFERENCES journal_entry,
  -- Only a user who can own coins can own items.
  wallet    text NOT NULL GENERATED ALWAYS AS ('u:' || user_id) STORED REFERENCES account,
  PRIMARY KEY (user_id, kind, item),
  -- Every user has the default of a kind, so it is neither granted nor sold.
  CONSTRAINT default_is_not_owned CHECK (item <> 'default')
);

-- What a user has equipped: one item of a kind, and only what the user owns. Without a row it is the default.
CREATE TABLE equipped_item (
  user_id text,
  kind    item_kind CHECK (kind <> 'emoji'),
  item    text NOT NULL,
  PRIMARY KEY (user_id, kind),
  FOREIGN KEY (user_id, kind, item) REFERENCES owned_item ON DELETE CASCADE
);


-- A gift of coins, beside its transfer: what the limits count. The message stands with the entry.
CREATE TABLE gift (
  entry_key        text PRIMARY KEY REFERENCES journal_entry,
  -- By which the recipient's clients know one gift from another.
  id               uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  sender           text NOT NULL,
  recipient        text NOT NULL,
  amount           bigint NOT NULL,
  -- The sender's address had been verified for less than seven days.
  from_new_account boolean NOT NULL,
  at               timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX gift_sent ON gift (sender, at);
CREATE INDEX gift_from_new_account ON gift (recipient, at) WHERE from_new_account;

-- Gifts that their recipients have not been shown yet, because they were offline. A row is deleted when its gift was
-- shown, so that the table stays small.
CREATE TABLE unseen_gift (
  id        uuid PRIMARY KEY REFERENCES gift (id) ON DELETE CASCADE,
  recipient text NOT NULL
);
CREATE INDEX unseen_gift_of ON unseen_gift (recipient);


-- Coins for a rank of the weekly leaderboard; null for a rank without a reward. A column is computed by it, so it is
-- part of the schema: another reward needs another function, or paid rewards would change when the table is rewritten.
CREATE FUNCTION reward_of(p_rank integer) RETURNS bigint IMMUTABLE RETURN CASE
  WHEN p_rank < 1 THEN NULL
  WHEN p_rank = 1 THEN 30000000
  WHEN p_rank = 2 THEN 20000000
  WHEN p_rank = 3 THEN 10000000
  WHEN p_rank <= 10 THEN 5000000
  WHEN p_rank <= 50 THEN 1000000 END;

-- A reward that was paid, beside its transfer: one for each rank of a week, and one for each user.
CREATE TABLE weekly_reward (
  iso_year  integer CHECK (iso_year BETWEEN 2020 AND 9999),
  iso_week  integer CHECK (iso_week BETWEEN 1 AND 53),
  rank      integer,
  user_id   text NOT NULL,
  coins     bigint NOT NULL GENERATED ALWAYS AS (reward_of(rank)) STORED,
  entry_key text NOT NULL UNIQUE REFERENCES journal_entry,
  PRIMARY KEY (iso_year, iso_week, rank),
  UNIQUE (iso_year, iso_week, user_id)
);


-- Entries that no audit has checked yet. A queue, because entries commit in another order than they begin, so no number
-- of theirs could serve as a cursor.
CREATE TABLE unaudited_entry (
  entry_key text PRIMARY KEY
);

-- The checkpoint of the audit: the sum of an account's postings that were checked. `dirty`: more postings were added to
-- it than were compared with the account, because the queue was longer than one pass.
CREATE TABLE audited_account (
  id      text PRIMARY KEY,
  debits  bigint NOT NULL,
  credits bigint NOT NULL,
  dirty   boolean NOT NULL DEFAULT false
);
CREATE INDEX audited_account_dirty ON audited_account (id) WHERE dirty;

-- The result of the last full audit.
CREATE TABLE audit_line (
  invariant  text PRIMARY KEY,
  violations bigint NOT NULL
);

-- What was found in new rows since. Kept until the next full audit, which counts it again from the rows themselves.
CREATE TABLE audit_finding (
  invariant text NOT NULL,
  -- The key of the entry, or the id of the account.
  subject   text NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invariant, subject)
);

-- When the last audits ran; one row.
CREATE TABLE audit_run (
  id      boolean PRIMARY KEY DEFAULT true CHECK (id),
  at      timestamptz,
  full_at timestamptz
);


INSERT INTO account (id, kind)
  SELECT format('mint:%s/%s', source, shard), 'mint'
    FROM unnest(ARRAY['signup', 'ai', 'topup', 'weekly']) source, generate_series(0, 15) shard;
INSERT INTO account (id, kind) VALUES ('sink:guest', 'sink');
INSERT INTO account (id, kind) SELECT format('sink:shop/%s', shard), 'sink' FROM generate_series(0, 15) shard;

INSERT INTO allowed_transfer (entry_kind, source_kind, target_kind) VALUES
  ('signup', 'mint', 'user'),
  ('ai_win', 'mint', 'user'),
  ('topup', 'mint', 'user'),
  ('weekly', 'mint', 'user'),
  ('gift', 'user', 'user'),
  ('buy', 'user', 'sink'),
  ('hold', 'user', 'escrow'),
  ('settle', 'escrow', 'user'),
  ('refund', 'escrow', 'user'),
  -- The share of a guest who left during the game goes where the rest of the wallet went.
  ('settle', 'escrow', 'sink'),
  ('refund', 'escrow', 'sink'),
  ('guest', 'user', 'sink');

INSERT INTO grant_rule (entry_kind, paid) VALUES
  ('grant', false),
  ('buy', true);

INSERT INTO audit_run DEFAULT VALUES;


GRANT SELECT
  ON account, journal_entry, transfer, allowed_transfer, grant_rule, stake, reward_quota, reward_quota_network,
     reward_quota_total, owned_item, equipped_item, gift, unseen_gift, weekly_reward, unaudited_entry, audit_finding,
     audit_run
  TO fifteen_economy;

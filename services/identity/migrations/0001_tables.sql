CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The two functions below compute a column and an index, so they are part of the schema: a change of one needs another
-- column or index.

-- Names as they are searched: without regard to case and to compatibility forms (full-width letters and the like).
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(normalize(name, NFKC) COLLATE "und-x-icu");

-- Every two characters that stand side by side, because a trigram index cannot find terms of two.
CREATE FUNCTION bigrams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT substr(name, i, 2) FROM generate_series(1, length(name) - 1) AS i);


-- A user. A guest has neither address nor password; a user who has them has verified the address.
CREATE TABLE account (
  id               text PRIMARY KEY,
  username         text NOT NULL CHECK (length(username) BETWEEN 1 AND 32),
  display_name     text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 32),
  -- Username and display name on a line each. "C", so that one index serves both what begins with a term and its order.
  names            text COLLATE "C" GENERATED ALWAYS AS (fold_name(username) || E'\n' || fold_name(display_name)) STORED,
  email            text CHECK (length(email) <= 254),
  email_key        text UNIQUE,
  password_hash    text,
  guest            boolean NOT NULL GENERATED ALWAYS AS (password_hash IS NULL) STORED,
  -- The language of notices. A mail with a code has that of the request.
  locale           text NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  -- When the registration was made that this account came from.
  registered_at    timestamptz,
  -- When the address was verified, and when the password was last reset. New and just recovered accounts may do less
  -- with coins.
  verified_at      timestamptz,
  reset_at         timestamptz,
  -- The last request of a guest, to the minute.
  seen_at          timestamptz NOT NULL DEFAULT now(),
  -- When the ledger confirmed that the wallet is open.
  wallet_opened_at timestamptz,
  CHECK (guest = (email IS NULL) AND guest = (email_key IS NULL) AND guest = (registered_at IS NULL))
);
CREATE INDEX account_names ON account (names);
CREATE INDEX account_names_trigrams ON account USING gin (names gin_trgm_ops);
CREATE INDEX account_names_bigrams ON account USING gin (bigrams(names));
CREATE INDEX account_without_wallet ON account (created_at) WHERE wallet_opened_at IS NULL;
CREATE INDEX account_idle_guest ON account (seen_at) WHERE guest;

-- One picture of each account: WebP of 256 x 256 pixels, made by this service. Each picture has a new name, which does
-- not reveal its account.
CREATE TABLE picture (
  account_id text PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  name       text NOT NULL UNIQUE,
  bytes      bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144)
);

-- A registration that waits for its code. Its account does not exist yet, or is a guest's (`upgrade`). An address that
-- is not verified can be claimed by many: the code of a flow confirms the registration of that flow only.
CREATE TABLE registration (
  account_id    text PRIMARY KEY,
  upgrade       boolean NOT NULL,
  username      text NOT NULL,
  email         text NOT NULL,
  email_key     text NOT NULL,
  password_hash text NOT NULL,
  locale        text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX registration_claims ON registration (email_key);
CREATE INDEX registration_age ON registration (created_at);

-- Every name in use, of accounts and registrations alike: unique without regard to case, and to look-alikes.
CREATE TABLE username (
  folded     text PRIMARY KEY,
  skeleton   text NOT NULL UNIQUE,
  account_id text NOT NULL,
  -- Held for a registration.
  pending    boolean NOT NULL,
  UNIQUE (account_id, pending)
);


-- Of a token only its SHA-256 is kept.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at    timestamptz NOT NULL DEFAULT now(),
  -- When the browser last received the session cookie.
  cookie_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- An idle session ends then. Every use moves it on, but not past `ends_at`.
  expires_at timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL
);
CREATE INDEX session_account ON session (account_id, created_at);
CREATE INDEX session_expires ON session (expires_at);

-- A requested code. Neither the code nor the cookie is here: both are derived from `id` by a key that is not in the
-- database. Addresses without an account get a row as well.
CREATE TABLE code_flow (
  id            text PRIMARY KEY,
  purpose       text NOT NULL CHECK (purpose IN ('verify', 'reset')),
  -- Names the series of codes that one browser requested for one account; a later code of a series replaces the
  -- earlier.
  subject       text NOT NULL,
  account_id    text,
  email_key     text NOT NULL,
  tries         smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- Tries with the address instead of the flow cookie, which never use up the tries of the browser.
  address_tries smallint NOT NULL DEFAULT 0 CHECK (address_tries BETWEEN 0 AND 5),
  expires_at    timestamptz NOT NULL,
  consumed_at   timestamptz,
  -- The request that used it up.
  consumed_by   text,
  UNIQUE (subject, purpose)
);
CREATE INDEX code_flow_email ON code_flow (email_key, purpose);
CREATE INDEX code_flow_account ON code_flow (account_id, purpose);
CREATE INDEX code_flow_expires ON code_flow (expires_at);
COMMENT ON COLUMN code_flow.subject IS 'Names the series of codes of one browser; a later code of a series replaces the earlier';

-- Mails to be sent, and for a day the record of what was: the limits per address and account count these rows.
-- A mail without an account is for an address without one, and is not sent.
CREATE TABLE mail (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind       text NOT NULL CHECK (kind IN ('verify', 'reset', 'notice')),
  email      text NOT NULL,
  email_key  text NOT NULL,
  account_id text,
  flow_id    text,
  locale     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  tries      integer NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL DEFAULT now(),
  done_at    timestamptz
);
CREATE INDEX mail_due ON mail (next_at) WHERE done_at IS NULL;
CREATE INDEX mail_email ON mail (email_key, created_at);
CREATE INDEX mail_account ON mail (account_id, created_at);
CREATE INDEX mail_age ON mail (created_at);


-- The table of rate-limiter-flexible: uses of a limit by a subject in the window that ends at `expire` (milliseconds
-- since the epoch).
CREATE TABLE request_count (
  key    text PRIMARY KEY,
  points integer NOT NULL,
  expire bigint NOT NULL
);
CREATE INDEX request_count_expire ON request_count (expire);

-- Wrong passwords per account; beyond ten, the next try is rejected before `open_at`.
CREATE TABLE login_guard (
  key     text PRIMARY KEY,
  tries   integer NOT NULL,
  open_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX login_guard_ends ON login_guard (ends_at);


-- A consumer that lost `user_seen` events requests them again by their users.
CREATE INDEX outbox_seen ON outbox (aggregate_id, id) WHERE name = 'user_seen';

GRANT SELECT, INSERT, UPDATE, DELETE
  ON account, picture, registration, username, session, code_flow, mail, request_count, login_guard
  TO fifteen_identity;

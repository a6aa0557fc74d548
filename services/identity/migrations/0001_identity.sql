-- Up Migration

-- Who somebody is. Guests have neither address nor password; who has them has proved the address.
CREATE TABLE account (
  id               text PRIMARY KEY,
  username         text NOT NULL CHECK (length(username) BETWEEN 1 AND 32),
  display_name     text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 32),
  email            text CHECK (length(email) <= 254),
  email_key        text UNIQUE,
  password_hash    text,
  guest            boolean NOT NULL GENERATED ALWAYS AS (password_hash IS NULL) STORED,
  -- The language of mails.
  locale           text NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  -- When the registration was made that this account came from.
  registered_at    timestamptz,
  -- The last sign of life, to the minute.
  seen_at          timestamptz NOT NULL DEFAULT now(),
  -- When the ledger said that the wallet is open.
  wallet_opened_at timestamptz,
  CHECK (guest = (email IS NULL) AND guest = (email_key IS NULL) AND guest = (registered_at IS NULL))
);
CREATE INDEX account_without_wallet ON account (created_at) WHERE wallet_opened_at IS NULL;
CREATE INDEX account_idle_guest ON account (seen_at) WHERE guest;

-- A registration that waits for its code. Its account does not exist yet, or is a guest's (`upgrade`).
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
-- An address that nobody has proved can be claimed by many guests, but has one registration: a later one replaces it.
CREATE UNIQUE INDEX registration_email ON registration (email_key) WHERE NOT upgrade;
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

-- A token is known by its SHA-256 only.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at    timestamptz NOT NULL DEFAULT now(),
  -- Idle until then it ends; that moves on, but not past `ends_at`.
  expires_at timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL
);
CREATE INDEX session_account ON session (account_id, created_at);
CREATE INDEX session_expires ON session (expires_at);

-- A code that was asked for. Neither the code nor the cookie is here: both are derived from `id` by a key that is not
-- in the database. Addresses that nobody has get a row as well.
CREATE TABLE code_flow (
  id          text PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('verify', 'reset')),
  -- The account, or the address where there is none: a new code replaces the old.
  subject     text NOT NULL,
  account_id  text,
  email_key   text NOT NULL,
  tries       smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz,
  -- The request that used it up.
  consumed_by text,
  UNIQUE (subject, purpose)
);
CREATE INDEX code_flow_email ON code_flow (email_key, purpose);
CREATE INDEX code_flow_expires ON code_flow (expires_at);

-- Mails to be sent, and for a day the record of what was: the limits per address and account count these rows.
-- A mail without an account is for an address that nobody has, and goes nowhere.
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

-- Acts per address of the network in the window that ends at `ends_at`.
CREATE TABLE request_count (
  key     text PRIMARY KEY,
  n       integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX request_count_ends ON request_count (ends_at);

-- Wrong passwords per account; beyond ten, the next try is not looked at before `open_at`.
CREATE TABLE login_guard (
  key     text PRIMARY KEY,
  tries   integer NOT NULL,
  open_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX login_guard_ends ON login_guard (ends_at);

GRANT SELECT, INSERT, UPDATE, DELETE
  ON account, registration, username, session, code_flow, mail, request_count, login_guard
  TO fifteen_identity;

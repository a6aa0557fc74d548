-- Accounts whose wallet the ledger has not confirmed. A table of its own: a mark in `account` would write its row once more,
-- with an entry in each of its indexes.
CREATE TABLE missing_wallet (
  account_id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO missing_wallet (account_id, created_at) SELECT id, created_at FROM account WHERE wallet_opened_at IS NULL;

-- Replicas of the version before read this column until the last of them has stopped. They find no account without a
-- wallet then; the ledger opens those of their own users by the event.
ALTER TABLE account ALTER wallet_opened_at SET DEFAULT now();

GRANT SELECT, INSERT, DELETE ON missing_wallet TO fifteen_identity;

-- Up Migration

-- One picture of each account: WebP of 256 x 256, made by us. Its name is new with each, and says nothing of whose it is.
CREATE TABLE picture (
  account_id text PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  name       text NOT NULL UNIQUE,
  bytes      bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON picture TO fifteen_identity;

-- Requests that created a guest, for ten minutes: a repeat gets another session of the same guest. A request is
-- forgotten with the first session, which ends when the guest logs out or registers.
CREATE TABLE guest_request (
  -- Keyed hash of the idempotency key and the device cookie.
  request    text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE REFERENCES session ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, DELETE ON guest_request TO fifteen_identity;

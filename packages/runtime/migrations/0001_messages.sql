-- Up Migration

-- Facts to be told, written in the transaction that made them true. Kept 14 days after they were published.
CREATE TABLE outbox (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL,
  aggregate_id text NOT NULL,
  payload      bytea NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
-- Ids commit out of order, so the relay asks for what is unpublished, never for what comes after the last.
CREATE INDEX outbox_unpublished ON outbox (id) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Facts of others that have had their effect here: the effect and this row are one transaction.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id text NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);

-- Facts that could not be applied after many tries, for a person to look at.
CREATE TABLE dead_letter (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer text NOT NULL,
  subject  text NOT NULL,
  payload  bytea NOT NULL,
  error    text NOT NULL,
  at       timestamptz NOT NULL DEFAULT now()
);

-- Only the service's own role may connect to its database, so PUBLIC is that role.
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox, inbox TO PUBLIC;
GRANT SELECT, INSERT ON dead_letter TO PUBLIC;

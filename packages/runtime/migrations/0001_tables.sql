-- Tables that every service has, in its own database. Only the service's role may connect to that database, so PUBLIC
-- is that role.

-- Events to be published, written in the transaction that made them true. Domain events are kept for ever; ephemeral
-- events are deleted by their names, without a look at the others.
CREATE TABLE outbox (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL,
  aggregate_id text NOT NULL,
  payload      bytea NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
-- Ids commit out of order, so the publisher selects what is unpublished, never what comes after the last.
CREATE INDEX outbox_unpublished ON outbox (id) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (name, published_at) WHERE published_at IS NOT NULL;

-- The stream to which events are published; one row. A stream that was created anew means that the broker lost its
-- data, and with it events that consumers had not received yet: they are published again.
CREATE TABLE outbox_stream (
  id           boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- When the broker created the stream, as it says so.
  created      text,
  -- The last event that was published again; null when none is left to publish.
  resend_after bigint
);
INSERT INTO outbox_stream DEFAULT VALUES;

-- Events of other services that were applied here: the effect and this row are one transaction. Old rows are deleted.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id text NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_at ON inbox (at);

-- Events that failed processing 20 times, for an operator to look at.
CREATE TABLE dead_letter (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer text NOT NULL,
  subject  text NOT NULL,
  payload  bytea NOT NULL,
  error    text NOT NULL,
  at       timestamptz NOT NULL DEFAULT now()
);

-- Every text of a repeatable SQL file that was applied; the last of a file is the one in force.
CREATE TABLE repeatable_migration (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  -- SHA-256 of the text, in hex.
  hash       text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON outbox, inbox TO PUBLIC;
GRANT SELECT, INSERT ON dead_letter TO PUBLIC;
GRANT SELECT, UPDATE ON outbox_stream TO PUBLIC;
GRANT SELECT ON repeatable_migration TO PUBLIC;

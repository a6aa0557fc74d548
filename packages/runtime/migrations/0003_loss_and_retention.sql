-- Up Migration

-- Rows of the inbox are deleted when they are old.
CREATE INDEX inbox_at ON inbox (at);

-- The stream to which events are published; one row. A stream that was created anew means that the broker lost its data,
-- and with it events that consumers had not taken yet: they are published again.
CREATE TABLE outbox_stream (
  id           boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- When the broker created the stream, in its words.
  created      text,
  -- The last event that was published again; null when none is left to publish.
  resend_after bigint
);
INSERT INTO outbox_stream DEFAULT VALUES;

GRANT SELECT, UPDATE ON outbox_stream TO PUBLIC;

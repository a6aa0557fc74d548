-- The last sequence number of the stream, at the last check. A smaller one means that the broker lost data, where it kept
-- the stream and its time of creation. Null until the first check; an earlier version leaves it as it is.
ALTER TABLE outbox_stream ADD COLUMN last_seq bigint;

-- Up Migration

-- For whoever lost these facts and asks for them by whom they are about.
CREATE INDEX outbox_seen ON outbox (aggregate_id, id) WHERE name = 'user_seen';

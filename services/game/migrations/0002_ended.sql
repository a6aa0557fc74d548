-- Up Migration

-- For whoever counts the games that ended in a span of time.
CREATE INDEX game_ended ON game (finished_at, id) WHERE status IN ('finished', 'abandoned');

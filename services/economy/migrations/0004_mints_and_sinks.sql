-- The metrics read the few dozen mints and sinks every five seconds, among a wallet of each user and an escrow of each
-- game for coins.
CREATE INDEX account_mints_and_sinks ON account (id) WHERE kind IN ('mint', 'sink');

-- Up Migration

-- The last instant at which a gateway reported connected players. NULL until the first report: then only the game
-- service's own ticks count.
ALTER TABLE game_clock ADD COLUMN gateway_at timestamptz;

GRANT UPDATE (gateway_at) ON game_clock TO fifteen_game;

-- Up Migration

-- The audit of payouts: every game for coins that is over is replayed and compared with what the ledger paid.

-- How far it has come, in the order of (finished_at, id). One row.
CREATE TABLE payout_audit (
  id          boolean PRIMARY KEY DEFAULT true CHECK (id),
  finished_at timestamptz NOT NULL DEFAULT '-infinity',
  game_id     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- When it last found nothing more to check.
  at          timestamptz NOT NULL DEFAULT now()
);
INSERT INTO payout_audit DEFAULT VALUES;

-- Games that were not paid as their moves say. Checked again in every pass; a row is deleted when its game is right.
CREATE TABLE payout_finding (
  game_id    uuid PRIMARY KEY REFERENCES game,
  -- The first thing that is wrong: `record` (the game's own row), `unpaid`, `payment`.
  kind       text NOT NULL CHECK (kind IN ('record', 'unpaid', 'payment')),
  found_at   timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX game_for_coins_over ON game (finished_at, id) WHERE bet > 0 AND finished_at IS NOT NULL;

GRANT SELECT, UPDATE ON payout_audit TO fifteen_game;
GRANT SELECT, INSERT, UPDATE, DELETE ON payout_finding TO fifteen_game;

-- The last friendly game whose moves the retention job deleted, in the order of (finished_at, game_id). One row.
CREATE TABLE move_retention (
  id          boolean PRIMARY KEY DEFAULT true CHECK (id),
  finished_at timestamptz NOT NULL DEFAULT '-infinity',
  game_id     uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO move_retention DEFAULT VALUES;

-- A game that is over keeps its result: only the settlement of its stakes and the check for fair play may follow.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'game % is over and does not change', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER game_over_is_final BEFORE UPDATE ON game FOR EACH ROW
  WHEN (OLD.finished_at IS NOT NULL AND
    (NEW.status, NEW.moves, NEW.version, NEW.winner, NEW.condition, NEW.abandoned_by, NEW.finished_at)
      IS DISTINCT FROM
    (OLD.status, OLD.moves, OLD.version, OLD.winner, OLD.condition, OLD.abandoned_by, OLD.finished_at))
  EXECUTE FUNCTION reject_change();

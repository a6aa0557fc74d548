-- The record of moves: times, and which of them the server made. The positions stay with the game for ever.

-- Deletes the moves of the next `p_limit` games of those that ended more than 90 days ago, except games for coins, whose
-- moves are the evidence for their payment. Returns whether there may be more. The service itself may delete no move.
CREATE OR REPLACE FUNCTION delete_old_moves(p_limit integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  passed move_retention;
  batch uuid[];
  newest game;
BEGIN
  -- One replica at a time; another has nothing to do.
  SELECT * INTO passed FROM move_retention FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  batch := ARRAY(SELECT id FROM game
    WHERE status IN ('finished', 'abandoned') AND (finished_at, id) > (passed.finished_at, passed.game_id)
      AND finished_at < now() - interval '90 days'
    ORDER BY finished_at, id LIMIT p_limit);
  IF batch = '{}' THEN
    RETURN false;
  END IF;
  DELETE FROM move USING game WHERE game_id = game.id AND game.bet = 0 AND game.id = ANY (batch);
  SELECT * INTO newest FROM game WHERE id = batch[cardinality(batch)];
  UPDATE move_retention SET finished_at = newest.finished_at, game_id = newest.id;
  RETURN cardinality(batch) = p_limit;
END $$;

REVOKE EXECUTE ON FUNCTION delete_old_moves FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_old_moves TO fifteen_game;

-- What is written once: the order of a week's states, and the result of a frozen week.
CREATE OR REPLACE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'that is written once' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER week_goes_on BEFORE UPDATE ON week FOR EACH ROW
  WHEN ((OLD.state, NEW.state) NOT IN (('open', 'frozen'), ('frozen', 'paid')))
  EXECUTE FUNCTION reject_change();

CREATE OR REPLACE TRIGGER result_is_final BEFORE UPDATE ON weekly_result FOR EACH ROW
  WHEN ((NEW.year, NEW.week, NEW.rank, NEW.user_id, NEW.wins, NEW.games, NEW.coins, NEW.reward)
      IS DISTINCT FROM
    (OLD.year, OLD.week, OLD.rank, OLD.user_id, OLD.wins, OLD.games, OLD.coins, OLD.reward))
  EXECUTE FUNCTION reject_change();

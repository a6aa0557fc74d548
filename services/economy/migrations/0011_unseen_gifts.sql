-- Up Migration

-- Gifts whose recipients have not been shown them yet: who was away when one came finds it later. A line goes when its gift
-- was shown, so what there is to look through stays small. All gifts of before this count as seen.
CREATE TABLE unseen_gift (
  id        uuid PRIMARY KEY REFERENCES gift (id) ON DELETE CASCADE,
  recipient text NOT NULL
);
CREATE INDEX unseen_gift_of ON unseen_gift (recipient);

CREATE FUNCTION note_unseen() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unseen_gift (id, recipient) VALUES (NEW.id, NEW.recipient);
  RETURN NULL;
END $$;
CREATE TRIGGER unseen AFTER INSERT ON gift FOR EACH ROW EXECUTE FUNCTION note_unseen();

-- A gift was shown to that user; false: there is no such gift for them.
CREATE FUNCTION see_gift(who text, what uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  DELETE FROM unseen_gift WHERE id = what AND recipient = who;
  SELECT EXISTS (SELECT FROM gift WHERE id = what AND recipient = who);
END;

GRANT SELECT ON unseen_gift TO fifteen_economy;
GRANT EXECUTE ON FUNCTION see_gift TO fifteen_economy;

-- A job deletes old access records by their time.
CREATE INDEX sighting_at ON sighting (at);

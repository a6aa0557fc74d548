-- The table of rate-limiter-flexible: uses of a limit by a subject in the window that ends at `expire` (milliseconds since
-- the epoch). What was counted before is forgotten: the longest window is a day.
DROP TABLE request_count;
CREATE TABLE request_count (
  key    text PRIMARY KEY,
  points integer NOT NULL,
  expire bigint NOT NULL
);
CREATE INDEX request_count_expire ON request_count (expire);
GRANT SELECT, INSERT, UPDATE, DELETE ON request_count TO fifteen_identity;

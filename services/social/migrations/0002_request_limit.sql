-- PLAYER_LIMIT_SCALE multiplies the requests of a day, so the statement that counts them has the bound, not the table.
ALTER TABLE friend_request_quota DROP CONSTRAINT friend_request_quota_n_check;

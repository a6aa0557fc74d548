-- A pair as each of the two users sees it.
DROP VIEW IF EXISTS side;
CREATE VIEW side AS
  SELECT low AS user_id, high AS other_id, friends_since, request_id, requester_id, request_status, requested_at,
    low_blocks_at AS blocks_at, high_blocks_at AS blocked_at, low_unread AS unread
  FROM pair
  UNION ALL
  SELECT high, low, friends_since, request_id, requester_id, request_status, requested_at,
    high_blocks_at, low_blocks_at, high_unread
  FROM pair;

GRANT SELECT ON side TO fifteen_social;

-- A relationship as each of the two users sees it.
DROP VIEW IF EXISTS user_relationship;
CREATE VIEW user_relationship AS
  SELECT low AS user_id, high AS other_id, friends_since, request_id, requester_id, request_status, requested_at,
    answered_at, low_blocks_at AS blocks_at, high_blocks_at AS blocked_at, low_unread AS unread
  FROM relationship
  UNION ALL
  SELECT high, low, friends_since, request_id, requester_id, request_status, requested_at,
    answered_at, high_blocks_at, low_blocks_at, high_unread
  FROM relationship;

GRANT SELECT ON user_relationship TO fifteen_social;

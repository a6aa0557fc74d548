-- A relationship as each of the two users sees it. `request_sent`: the last request is one that the user sent and cannot
-- send again, because it is pending or was rejected less than a day ago. The sender does not see the rejection.
DROP VIEW IF EXISTS user_relationship;
CREATE VIEW user_relationship AS
  SELECT side.*,
    requester_id IS NOT DISTINCT FROM user_id AND (request_status = 'pending'
      OR request_status = 'rejected' AND answered_at > now() - interval '1 day') AS request_sent
  FROM (
    SELECT low AS user_id, high AS other_id, friends_since, request_id, requester_id, request_status, requested_at,
      answered_at, low_blocks_at AS blocks_at, high_blocks_at AS blocked_at, low_unread AS unread
    FROM relationship
    UNION ALL
    SELECT high, low, friends_since, request_id, requester_id, request_status, requested_at,
      answered_at, high_blocks_at, low_blocks_at, high_unread
    FROM relationship
  ) AS side;

GRANT SELECT ON user_relationship TO fifteen_social;

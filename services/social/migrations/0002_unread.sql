-- Up Migration

-- Those of many friends who wrote and were not read: few, and asked for first.
CREATE INDEX pair_unread_low ON pair (low, high) WHERE low_unread > 0;
CREATE INDEX pair_unread_high ON pair (high, low) WHERE high_unread > 0;

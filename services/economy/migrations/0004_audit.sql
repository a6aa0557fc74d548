-- Up Migration

-- What must be true of the books as they stand, each line counted from the rows themselves: all are 0 in a right ledger.
-- One statement, hence one snapshot: it can be read while coins move.
CREATE VIEW audit (invariant, violations) AS
  WITH posted AS (
    SELECT id, sum(debit) AS debits, sum(credit) AS credits
      FROM (SELECT debit, amount, 0 FROM transfer UNION ALL SELECT credit, 0, amount FROM transfer)
           side (id, debit, credit)
     GROUP BY id
  ), pair AS (
    SELECT stake, escrow, stake.state, escrow.id AS escrow_id
      FROM stake FULL JOIN account escrow ON escrow.id = 'e:' || stake.game_id
     WHERE stake.game_id IS NOT NULL OR escrow.kind = 'escrow'
  )
  SELECT 'sum of all balances', coalesce(sum(balance), 0)::bigint FROM account
  UNION ALL
  SELECT 'accounts whose totals differ from their postings', count(*)
    FROM account FULL JOIN posted USING (id)
   WHERE account.debits IS DISTINCT FROM coalesce(posted.debits, 0)
      OR account.credits IS DISTINCT FROM coalesce(posted.credits, 0)
  UNION ALL
  SELECT 'negative users, escrows and sinks', count(*) FROM account WHERE kind <> 'mint' AND balance < 0
  UNION ALL
  SELECT 'held escrows that are not 2 x bet', count(*)
    FROM pair WHERE state = 'held' AND escrow_id IS NOT NULL AND NOT agree(stake, escrow)
  UNION ALL
  SELECT 'ended escrows that are open or not empty', count(*)
    FROM pair WHERE state IN ('settled', 'refunded') AND escrow_id IS NOT NULL
     AND NOT ((escrow).closed AND (escrow).balance = 0)
  UNION ALL
  SELECT 'stakes without escrow', count(*) FROM pair WHERE state <> 'void' AND escrow_id IS NULL
  UNION ALL
  SELECT 'escrows without stake', count(*) FROM pair WHERE escrow_id IS NOT NULL AND (state IS NULL OR state = 'void')
  UNION ALL
  SELECT 'operations without transfer', count(*)
    FROM op WHERE NOT EXISTS (SELECT FROM transfer WHERE op_key = op.key)
  UNION ALL
  SELECT 'stakes held longer than 20 minutes', count(*)
    FROM stake WHERE state = 'held' AND at < now() - interval '20 minutes';

-- Coins awarded today, and on the median of the seven days before.
CREATE VIEW award_spending (today, median) AS
  WITH by_day AS (
    SELECT (now() AT TIME ZONE 'UTC')::date - ago AS utc_day, ago FROM generate_series(0, 7) ago
  ), spent AS (
    SELECT ago, coalesce(sum(coins), 0)::bigint AS coins FROM by_day LEFT JOIN faucet_total USING (utc_day) GROUP BY ago
  )
  SELECT (SELECT coins FROM spent WHERE ago = 0),
         (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY coins) FROM spent WHERE ago > 0);

-- A view calls its functions with the rights of whoever reads it.
GRANT EXECUTE ON FUNCTION agree TO fifteen_economy;
GRANT SELECT ON audit, award_spending TO fifteen_economy;

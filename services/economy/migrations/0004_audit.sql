-- Up Migration

-- What must be true of the books as they stand, each line counted from the rows themselves: all are 0 in a right ledger.
-- One statement, hence one snapshot: it can be read while coins move.
CREATE VIEW audit (invariant, violations) AS
  -- Every account beside the sum of its postings.
  SELECT line.*
    FROM (
      SELECT coalesce(sum(balance), 0)::bigint AS total,
             count(*) FILTER (WHERE account.debits IS DISTINCT FROM coalesce(posted.debits, 0)
                                 OR account.credits IS DISTINCT FROM coalesce(posted.credits, 0)) AS differ,
             count(*) FILTER (WHERE kind <> 'mint' AND balance < 0) AS negative
        FROM account FULL JOIN (
          SELECT id, sum(debit) AS debits, sum(credit) AS credits
            FROM (SELECT debit, amount, 0 FROM transfer UNION ALL SELECT credit, 0, amount FROM transfer)
                 side (id, debit, credit)
           GROUP BY id) posted USING (id)
    ) books CROSS JOIN LATERAL (VALUES
      ('sum of all balances', total),
      ('accounts whose totals differ from their postings', differ),
      ('negative users, escrows and sinks', negative)) line (invariant, violations)
  UNION ALL
  -- Every stake beside its escrow.
  SELECT line.*
    FROM (
      SELECT count(*) FILTER (WHERE state = 'held' AND id IS NOT NULL AND NOT agree(stake, escrow)) AS held,
             count(*) FILTER (WHERE state IN ('settled', 'refunded') AND NOT (closed AND balance = 0)) AS ended,
             count(*) FILTER (WHERE state <> 'void' AND id IS NULL) AS alone,
             count(*) FILTER (WHERE id IS NOT NULL AND (state IS NULL OR state = 'void')) AS stray,
             count(*) FILTER (WHERE state = 'held' AND at < now() - interval '20 minutes') AS overdue
        FROM stake FULL JOIN account escrow ON escrow.id = 'e:' || stake.game_id
       WHERE game_id IS NOT NULL OR kind = 'escrow'
    ) stakes CROSS JOIN LATERAL (VALUES
      ('held escrows that are not 2 x bet', held),
      ('ended escrows that are open or not empty', ended),
      ('stakes without escrow', alone),
      ('escrows without stake', stray),
      ('stakes held longer than 20 minutes', overdue)) line (invariant, violations)
  UNION ALL
  SELECT 'operations without transfer', count(*)
    FROM op WHERE NOT EXISTS (SELECT FROM transfer WHERE op_key = op.key);

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

-- Up Migration

-- Counters of awards are kept no longer than their limits and alarms need: addresses and users for eight days, totals for
-- sixty. At most 10,000 rows of each in one call.
CREATE OR REPLACE FUNCTION forget_addresses() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM faucet_address WHERE (utc_day, network) IN (SELECT utc_day, network FROM faucet_address
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM faucet WHERE (user_id, utc_day) IN (SELECT user_id, utc_day FROM faucet
    WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 8 LIMIT 10000);
  DELETE FROM faucet_total WHERE utc_day < (now() AT TIME ZONE 'UTC')::date - 60;
$$;
CREATE INDEX faucet_day ON faucet (utc_day);

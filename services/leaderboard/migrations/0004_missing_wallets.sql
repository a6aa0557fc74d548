-- When the ledger first knew no wallet of a player with a reward. Wallets open late after an outage, so the reward waits.
ALTER TABLE weekly_result ADD COLUMN wallet_missing_since timestamptz;

GRANT UPDATE (wallet_missing_since) ON weekly_result TO fifteen_leaderboard;

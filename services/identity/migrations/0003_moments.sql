-- Up Migration

-- When the address was proved, and when the password was last reset: what young or just recovered accounts may do with
-- coins hangs on it. An account of before has no `verified_at`; it was registered at most seven days earlier.
ALTER TABLE account ADD COLUMN verified_at timestamptz, ADD COLUMN reset_at timestamptz;

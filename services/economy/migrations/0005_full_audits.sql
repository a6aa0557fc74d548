-- When a replica last started the nightly full audit. One that fails is retried later, not at once.
ALTER TABLE audit_run ADD COLUMN full_started_at timestamptz;

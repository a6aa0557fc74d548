-- Keyed hash of the idempotency key and the device cookie of the request for the code; null without either. Replicas of
-- the version before do not write it: a request that one of them served is not known when it is repeated.
ALTER TABLE code_flow ADD COLUMN requested_by text;

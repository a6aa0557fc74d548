-- Identity publishes what many sockets have seen in one transaction, hence at one time: two networks or devices of a user
-- are two records. The index is built while games read the table.
CREATE UNIQUE INDEX sighting_record ON sighting (user_id, at, network, device);
ALTER TABLE sighting DROP CONSTRAINT sighting_pkey, ADD CONSTRAINT sighting_pkey PRIMARY KEY USING INDEX sighting_record;

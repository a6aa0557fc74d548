-- Up Migration

-- The newest messages of a pair are read from the pair's own part of the index. By the id alone it would take a walk
-- over everybody's newer messages to reach those of two who have not written for long, and the planner does choose it.
ALTER TABLE message DROP CONSTRAINT message_pkey, ADD PRIMARY KEY (low, high, id);
DROP INDEX message_of_pair;

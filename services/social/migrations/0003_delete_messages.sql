-- Messages of a deleted user are deleted in batches, before the row of the two whose deletion would delete the rest.
GRANT DELETE ON message TO fifteen_social;

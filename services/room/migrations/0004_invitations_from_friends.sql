-- Up Migration

-- How many invitations may wait for one user depends on whether friends sent them. The version before, still running
-- beside this one, writes rows without it: those count as invitations from strangers.
ALTER TABLE invitation ADD from_friend boolean NOT NULL DEFAULT false;

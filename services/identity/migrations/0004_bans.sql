-- When an operator banned the user; null without a ban. Replicas of the version before do not know the column: until the
-- last of them has stopped, they let a banned user log in, into sessions that replicas of this version reject.
ALTER TABLE account ADD COLUMN banned_at timestamptz;

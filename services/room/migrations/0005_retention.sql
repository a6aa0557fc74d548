-- Up Migration

-- Rooms that closed long ago are deleted, with their rounds, invitations and requests to play again.
CREATE INDEX room_closed ON room (updated_at) WHERE status = 'closed';
-- Deleting a room looks up its requests, answered ones too.
CREATE INDEX again_room ON again (room_id);
GRANT DELETE ON invitation, again TO fifteen_room;

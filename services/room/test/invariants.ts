import type { Database } from '@fifteen/runtime';
import { expect } from 'vitest';

/** Invariants of all rooms. Each query returns the rooms that violate its invariant. */
const VIOLATIONS = {
  'the owner of an open room is one of its players, and a closed room has no participants': `
    SELECT id FROM room WHERE (status <> 'closed') <> EXISTS (
      SELECT FROM participant WHERE room_id = room.id AND user_id = owner_id AND role = 'player')
    UNION SELECT room_id FROM participant JOIN room ON room.id = room_id WHERE status = 'closed'`,
  'a room has at most two players and fifty spectators, or no spectators if it does not allow them': `
    SELECT room_id FROM participant JOIN room ON room.id = room_id GROUP BY room_id, max_players
    HAVING count(*) FILTER (WHERE role = 'player') > 2
      OR count(*) FILTER (WHERE role = 'spectator') > CASE max_players WHEN 2 THEN 0 ELSE 50 END`,
  'a room is waiting before its first round, playing during a round and active after it': `
    SELECT id FROM room WHERE status <> 'closed' AND status <> CASE
      WHEN EXISTS (SELECT FROM round WHERE room_id = room.id AND status = 'playing') THEN 'playing'
      WHEN EXISTS (SELECT FROM round WHERE room_id = room.id AND status = 'over') THEN 'active'
      ELSE 'waiting' END`,
  'the players of an open round are players of the room': `
    SELECT room_id FROM round WHERE status IN ('agreed', 'starting', 'playing') AND 2 <> (
      SELECT count(*) FROM participant p
      WHERE p.room_id = round.room_id AND user_id = ANY (player_ids) AND role = 'player')`,
  'a rematch request is pending only between two players of the room, after its last game': `
    SELECT room_id FROM rematch_request WHERE status = 'pending' AND (2 <> (
        SELECT count(*) FROM participant p WHERE p.room_id = rematch_request.room_id AND role = 'player'
          AND user_id IN (requester_id, requested_id))
      OR game_id <> (SELECT game_id FROM round r WHERE r.room_id = rematch_request.room_id AND r.status IN ('playing', 'over')
        ORDER BY round DESC LIMIT 1))`,
  'a closed room has no pending invitations': `
    SELECT room_id FROM invitation JOIN room ON room.id = room_id
    WHERE invitation.status = 'pending' AND room.status = 'closed'`,
};

/** Fails if any room violates an invariant. */
export async function expectInvariants(sql: Database): Promise<void> {
  for (const [invariant, query] of Object.entries(VIOLATIONS)) {
    const { rows } = await sql.query(query);
    expect(rows, invariant).toEqual([]);
  }
}

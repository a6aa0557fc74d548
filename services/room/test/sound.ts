import type { Database } from '@fifteen/runtime';
import { expect } from 'vitest';

/** What must hold of all rooms at any time; each query answers the rooms for which it does not. */
const BROKEN = {
  'an open room has an owner who sits in it, a closed one has nobody': `
    SELECT id FROM room WHERE (status <> 'closed') <> EXISTS (
      SELECT FROM participant WHERE room_id = room.id AND user_id = owner_id AND role = 'player')
    UNION SELECT room_id FROM participant JOIN room ON room.id = room_id WHERE status = 'closed'`,
  'two seats, fifty spectators, and none where there may be none': `
    SELECT room_id FROM participant JOIN room ON room.id = room_id GROUP BY room_id, max_players
    HAVING count(*) FILTER (WHERE role = 'player') > 2
      OR count(*) FILTER (WHERE role = 'spectator') > CASE max_players WHEN 2 THEN 0 ELSE 50 END`,
  'a room plays while its round does, waits before the first and is active after it': `
    SELECT id FROM room WHERE status <> 'closed' AND status <> CASE
      WHEN EXISTS (SELECT FROM round WHERE room_id = room.id AND status = 'playing') THEN 'playing'
      WHEN EXISTS (SELECT FROM round WHERE room_id = room.id AND status = 'over') THEN 'active'
      ELSE 'waiting' END`,
  'who plays, or has agreed to, sits in the room': `
    SELECT room_id FROM round WHERE status IN ('agreed', 'starting', 'playing') AND 2 <> (
      SELECT count(*) FROM participant p
      WHERE p.room_id = round.room_id AND user_id = ANY (player_ids) AND role = 'player')`,
  'a request waits only between two who sit in the room, after its last game': `
    SELECT room_id FROM rematch_request WHERE status = 'pending' AND (2 <> (
        SELECT count(*) FROM participant p WHERE p.room_id = rematch_request.room_id AND role = 'player'
          AND user_id IN (requester_id, requested_id))
      OR game_id <> (SELECT game_id FROM round r WHERE r.room_id = rematch_request.room_id AND r.status IN ('playing', 'over')
        ORDER BY round DESC LIMIT 1))`,
  'nobody is asked into a closed room': `
    SELECT room_id FROM invitation JOIN room ON room.id = room_id
    WHERE invitation.status = 'pending' AND room.status = 'closed'`,
};

export async function expectSound(sql: Database): Promise<void> {
  for (const [rule, query] of Object.entries(BROKEN)) {
    const { rows } = await sql.query(query);
    expect(rows, rule).toEqual([]);
  }
}

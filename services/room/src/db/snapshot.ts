import { INVITATION_SECONDS, type GameId, type RoomId, type UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import type { Relation } from '../domain/permissions.ts';
import { roleOf, type Participant, type RoomSnapshot } from '../domain/snapshot.ts';

const SELECT_SNAPSHOT = `
  SELECT id, owner_id, bet, max_players, private, status,
    (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'role', role, 'agreed', agreed)
       ORDER BY role, place), '[]') FROM participant WHERE room_id = room.id) AS participants,
    (SELECT json_build_object('round', round, 'gameId', game_id, 'status', round.status) FROM round
       WHERE room_id = room.id AND round.status IN ('agreed', 'starting', 'playing')) AS round,
    EXISTS (SELECT 1 FROM invitation WHERE room_id = room.id AND invited_id = $2
       AND (invitation.status = 'accepted' OR invitation.status = 'pending'
       AND invitation.created_at > now() - make_interval(secs => ${INVITATION_SECONDS}))) AS invited
  FROM room WHERE id = $1`;

interface SnapshotRow {
  id: RoomId;
  owner_id: UserId;
  bet: number;
  max_players: number;
  private: boolean;
  status: 'waiting' | 'playing' | 'active' | 'closed';
  participants: Participant[];
  round: { round: number; gameId: GameId; status: string } | null;
  invited: boolean;
}

/**
 * Returns the state of a room and a user's relation to it, '' for a visitor without a session. Without the room's lock, it
 * may be outdated at once.
 * @throws ROOM_NOT_FOUND
 */
export async function loadSnapshot(sql: Sql, roomId: RoomId, userId: UserId | ''): Promise<RoomSnapshot> {
  const { rows } = await sql.query<SnapshotRow>(SELECT_SNAPSHOT, [roomId, userId]);
  const [row] = rows;
  if (!row) throw new AppError('ROOM_NOT_FOUND');
  const { round } = row;
  return {
    ...{ id: row.id, ownerId: row.owner_id, bet: row.bet, maxPlayers: row.max_players },
    phase: round ? (round.status === 'agreed' ? 'agreed' : 'playing') : row.status,
    relation: relationOf(row, userId),
    participants: row.participants,
    round: round ? { round: round.round, gameId: round.gameId } : undefined,
  };
}

function relationOf(room: SnapshotRow, userId: UserId | ''): Relation {
  const role = userId && roleOf(room, userId);
  if (role === 'player') return room.owner_id === userId ? 'owner' : 'player';
  if (role) return role;
  if (room.invited) return 'invited';
  return room.private ? 'outsider' : 'stranger';
}

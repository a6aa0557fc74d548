import { AppError, type Sql } from '@fifteen/runtime';
import type { Phase, Standing } from './rights.ts';

interface Participant {
  userId: string;
  role: 'player' | 'spectator';
  /** Agrees to a game at the room's bet by having sat down. */
  agreed: boolean;
}

/** What decides about an act of a user on a room. */
export interface Situation {
  id: string;
  ownerId: string;
  bet: number;
  maxPlayers: number;
  phase: Phase;
  /** How the user stands to the room. */
  standing: Standing;
  /** Players in the order of their seats, then spectators. */
  participants: Participant[];
  /** The round that is agreed, starting or being played. */
  round: { round: number; gameId: string } | undefined;
}

/** How long an invitation waits for its answer; it counts that long, and for good once accepted. */
export const INVITATION_LIFE_S = 600;

const SELECT_SITUATION = `
  SELECT id, owner_id, bet, max_players, private, status,
    (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'role', role, 'agreed', agreed)
       ORDER BY role, place), '[]') FROM participant WHERE room_id = room.id) AS participants,
    (SELECT json_build_object('round', round, 'gameId', game_id, 'status', round.status) FROM round
       WHERE room_id = room.id AND round.status IN ('agreed', 'starting', 'playing')) AS round,
    EXISTS (SELECT 1 FROM invitation WHERE room_id = room.id AND invited_id = $2
       AND (invitation.status = 'accepted' OR invitation.status = 'pending'
       AND invitation.created_at > now() - make_interval(secs => ${INVITATION_LIFE_S}))) AS invited
  FROM room WHERE id = $1`;

interface SituationRow {
  id: string;
  owner_id: string;
  bet: number;
  max_players: number;
  private: boolean;
  status: 'waiting' | 'playing' | 'active' | 'closed';
  participants: Participant[];
  round: { round: number; gameId: string; status: string } | null;
  invited: boolean;
}

/**
 * How things are in a room and how a user stands to it; without the room's lock, how they were a moment ago.
 * Errors: NOT_FOUND.
 */
export async function situationOf(sql: Sql, roomId: string, userId: string): Promise<Situation> {
  const { rows } = await sql.query<SituationRow>(SELECT_SITUATION, [roomId, userId]);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', 'Room not found');
  const { round } = row;
  return {
    ...{ id: row.id, ownerId: row.owner_id, bet: row.bet, maxPlayers: row.max_players },
    phase: round ? (round.status === 'agreed' ? 'agreed' : 'playing') : row.status,
    standing: standingIn(row, userId),
    participants: row.participants,
    round: round ? { round: round.round, gameId: round.gameId } : undefined,
  };
}

function standingIn(room: SituationRow, userId: string): Standing {
  const role = roleOf(room, userId);
  if (role === 'player') return room.owner_id === userId ? 'owner' : 'player';
  if (role) return role;
  if (room.invited) return 'invited';
  return room.private ? 'outsider' : 'stranger';
}

type People = Pick<Situation, 'participants'>;

export const playersOf = ({ participants }: People): Participant[] =>
  participants.filter(({ role }) => role === 'player');

export const roleOf = ({ participants }: People, userId: string): Participant['role'] | undefined =>
  participants.find((participant) => participant.userId === userId)?.role;

import { AppError, type Sql } from '@fifteen/runtime';
import type { Phase, Standing } from './rights.ts';

export interface Participant {
  userId: string;
  role: 'player' | 'spectator';
  /** Agrees to a game at the room's bet by having sat down. */
  agreed: boolean;
}

/** What decides about an act on a room. */
export interface Situation {
  id: string;
  ownerId: string;
  bet: number;
  maxPlayers: number;
  private: boolean;
  phase: Phase;
  /** Players in the order of their seats, then spectators. */
  participants: Participant[];
  /** The round that is agreed, starting or being played. */
  round: { round: number; gameId: string } | undefined;
}

/** Reads a room; under its lock it is how things are, without it how they were a moment ago. Errors: NOT_FOUND. */
export async function situationOf(sql: Sql, roomId: string): Promise<Situation> {
  const { rows } = await sql.query<{
    id: string;
    owner_id: string;
    bet: number;
    max_players: number;
    private: boolean;
    status: 'waiting' | 'playing' | 'active' | 'closed';
  }>(`SELECT id, owner_id, bet, max_players, private, status FROM room WHERE id = $1`, [roomId]);
  const [room] = rows;
  if (!room) throw new AppError('NOT_FOUND', 'Room not found');
  const { rows: participants } = await sql.query<Participant>(
    `SELECT user_id AS "userId", role, agreed FROM participant WHERE room_id = $1 ORDER BY role, place`,
    [roomId],
  );
  const { rows: rounds } = await sql.query<{ round: number; game_id: string; status: string }>(
    `SELECT round, game_id, status FROM round
     WHERE room_id = $1 AND status IN ('agreed', 'starting', 'playing')`,
    [roomId],
  );
  const [round] = rounds;
  return {
    id: room.id,
    ownerId: room.owner_id,
    bet: room.bet,
    maxPlayers: room.max_players,
    private: room.private,
    phase: round ? (round.status === 'agreed' ? 'agreed' : 'playing') : room.status,
    participants,
    round: round && { round: round.round, gameId: round.game_id },
  };
}

export const playersOf = ({ participants }: Situation): Participant[] =>
  participants.filter(({ role }) => role === 'player');

export const roleOf = ({ participants }: Situation, userId: string): Participant['role'] | undefined =>
  participants.find((participant) => participant.userId === userId)?.role;

/** How a user stands to a room. An invitation counts while it waits, for `INVITATION_LIFE_S`, and once accepted. */
export async function standingOf(sql: Sql, situation: Situation, userId: string): Promise<Standing> {
  const role = roleOf(situation, userId);
  if (role === 'player') return situation.ownerId === userId ? 'owner' : 'player';
  if (role) return role;
  const { rowCount } = await sql.query(
    `SELECT 1 FROM invitation WHERE room_id = $1 AND invited_id = $2 AND (status = 'accepted'
       OR status = 'pending' AND created_at > now() - make_interval(secs => $3)) LIMIT 1`,
    [situation.id, userId, INVITATION_LIFE_S],
  );
  if (rowCount) return 'invited';
  return situation.private ? 'outsider' : 'stranger';
}

/** How long an invitation waits for its answer. */
export const INVITATION_LIFE_S = 600;

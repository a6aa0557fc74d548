import type { GameId, UserId, RoomId } from '@fifteen/domain';
import type { Phase, Relation } from './permissions.ts';

/** The role of a participant, as the database names it. */
export type ParticipantRole = 'player' | 'spectator';

/** A user or bot in a room. */
export interface Participant {
  userId: UserId;
  role: ParticipantRole;
  /** Consents to one game at the room's bet, because they sat down and have not played since. */
  agreed: boolean;
}

/** The state of a room that decides about an action of one user. */
export interface RoomSnapshot {
  id: RoomId;
  ownerId: UserId;
  bet: number;
  maxPlayers: number;
  phase: Phase;
  /** The user's relation to the room. */
  relation: Relation;
  /** Players in the order of their seats, then spectators. */
  participants: Participant[];
  /** The round that is agreed, starting or being played. */
  round: { round: number; gameId: GameId } | undefined;
}

type Participants = Pick<RoomSnapshot, 'participants'>;

/** Returns the players of a room, in the order of their seats. */
export const playersOf = ({ participants }: Participants): Participant[] =>
  participants.filter(({ role }) => role === 'player');

/** Returns the role of a user; undefined for one who is not in the room. */
export const roleOf = ({ participants }: Participants, userId: UserId): ParticipantRole | undefined =>
  participants.find((participant) => participant.userId === userId)?.role;

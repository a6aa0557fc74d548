import type { Room } from '@fifteen/contract';
import { type Participant } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { RoomState } from '@fifteen/proto/room';
import { Role, RoomStatus } from '@fifteen/proto/room';
import { specified, type Specified } from '@fifteen/runtime';
import { type ProfileLookup, toDisplayFields } from './player.ts';
const ROOM_STATUS: Readonly<Record<Specified<RoomStatus>, Room['status']>> = {
  [RoomStatus.WAITING]: 'waiting',
  [RoomStatus.PLAYING]: 'playing',
  [RoomStatus.ACTIVE]: 'active',
  [RoomStatus.CLOSED]: 'active',
};

const ROLE: Readonly<Record<Specified<Role>, Participant['role']>> = {
  [Role.PLAYER]: 'player',
  [Role.SPECTATOR]: 'spectator',
};

/** Returns the players of a room, without its spectators. */
export const playersOf = (room: RoomState): UserId[] =>
  room.participants.filter(({ role }) => role === Role.PLAYER).map(({ userId }) => userId);

/** Translates a room, with participants that are translated already. */
export function toRoom(state: RoomState, participants: Participant[]): Room {
  return {
    id: state.id,
    code: state.code,
    name: state.name,
    status: ROOM_STATUS[specified(state.status)],
    ownerId: state.ownerId,
    participants,
    maxPlayers: state.maxPlayers === 4 ? 4 : 2,
    isPrivate: state.private,
    betAmount: state.bet,
    createdAt: (state.createdAt ?? new Date(0)).toISOString(),
  };
}

const ALL_ONLINE: ReadonlyMap<UserId, Date> = new Map();

/** Returns the participants of a room; `offlineSince` has an entry for each one who is offline. */
export const toParticipants = (
  state: Pick<RoomState, 'participants'>,
  profileOf: ProfileLookup,
  offlineSince = ALL_ONLINE,
): Participant[] =>
  state.participants.map(({ id, userId, role, agreed }) => {
    const profile = profileOf(userId);
    return {
      id,
      userId,
      role: ROLE[specified(role)],
      awaySince: offlineSince.get(userId)?.toISOString() ?? null,
      agreed,
      user: { ...toDisplayFields(profile), firstName: profile.firstName, username: profile.username },
    };
  });

interface RoomWithPresence {
  readonly state: RoomState;
  readonly offlineSince?: ReadonlyMap<UserId, Date> | undefined;
}

/** Returns a room and its participants. */
export function toRoomWithParticipants(
  { state, offlineSince }: RoomWithPresence,
  profileOf: ProfileLookup,
): { room: Room; participants: Participant[] } {
  const participants = toParticipants(state, profileOf, offlineSince);
  return { room: toRoom(state, participants), participants };
}

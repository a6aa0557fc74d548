import type { ErrorCode, RoomId } from '@fifteen/domain';
import type { ReceivedMessage } from '@fifteen/contract';
import { Role } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { LimitedAction } from '../edge/limits.ts';
import { isActive, isOver } from '../translation/game.ts';
import type { Connection } from './connection.ts';

/**
 * Permissions: which users may send which message in which stage of a room. The dispatcher applies the entry of every
 * message. It rejects what the gateway decides; for other messages, the service that owns the state decides, and the
 * entry documents its decision. A guest has every permission of a registered player.
 */

/** A user's relation to a room. The owner is also a player. */
export type RoomRelation = 'stranger' | 'spectator' | 'player' | 'owner';
/** Stages of a room: before its first game, during a game, after one. */
export type Stage = 'waiting' | 'playing' | 'over';
/** Allowed, or the code of the error. */
type Outcome = 'allowed' | ErrorCode;
type ByStage = Outcome | Readonly<Record<Stage, Outcome>>;
type ByRelation = Outcome | Readonly<Record<RoomRelation, ByStage>>;

interface Permission {
  readonly decidedBy: 'gateway' | 'room' | 'game' | 'matchmaking';
  readonly outcome: ByRelation;
  /** Allowed before the connection is authenticated. */
  readonly beforeAuth?: true;
  /** Counted before the decision, so that rejected attempts count as well. */
  readonly limit?: LimitedAction;
}

const inGame = (over: Outcome = 'GAME_NOT_ACTIVE'): ByStage => ({
  waiting: 'GAME_NOT_FOUND',
  playing: 'allowed',
  over,
});
const notPlaying: ByStage = { waiting: 'GAME_NOT_FOUND', playing: 'NOT_A_PLAYER', over: 'NOT_A_PLAYER' };
const byPlayers = (players: ByStage, others: ByStage): ByRelation => ({
  stranger: others,
  spectator: others,
  player: players,
  owner: players,
});
/** Leaves the current room, which a player may not do during a game. */
const leavesRoom = byPlayers({ waiting: 'allowed', playing: 'ALREADY_IN_GAME', over: 'allowed' }, 'allowed');

/** A message type without an entry does not compile. */
const PERMISSIONS: Readonly<Record<ReceivedMessage['type'], Permission>> = {
  auth: { decidedBy: 'gateway', outcome: 'allowed', beforeAuth: true },
  ping: { decidedBy: 'gateway', outcome: 'allowed' },
  request_current_game_state: { decidedBy: 'gateway', outcome: 'allowed' },
  game_started_ack: { decidedBy: 'gateway', outcome: 'allowed' },
  player_chat: {
    decidedBy: 'gateway',
    outcome: byPlayers({ waiting: 'GAME_NOT_READY', playing: 'allowed', over: 'allowed' }, 'NOT_A_PLAYER'),
    limit: 'gameChat',
  },
  join_room: {
    decidedBy: 'room',
    outcome: { stranger: 'ROOM_NOT_FOUND', spectator: 'allowed', player: 'allowed', owner: 'allowed' },
  },
  leave_room: { decidedBy: 'room', outcome: 'allowed' },
  /** Joins by code in the role of the message. The test sends the user's current role, and `spectator` from outside. */
  join_room_request: { decidedBy: 'room', outcome: 'allowed' },
  start_game_request: {
    decidedBy: 'room',
    outcome: {
      stranger: 'NOT_ROOM_OWNER',
      spectator: 'NOT_ROOM_OWNER',
      player: { waiting: 'NOT_ROOM_OWNER', playing: 'allowed', over: 'CONSENT_MISSING' },
      owner: { waiting: 'allowed', playing: 'allowed', over: 'CONSENT_MISSING' },
    },
  },
  create_room: { decidedBy: 'room', outcome: leavesRoom },
  /** Responds to a request that the other player received. */
  play_again_response: { decidedBy: 'room', outcome: 'PLAY_AGAIN_NOT_FOUND' },
  move: { decidedBy: 'game', outcome: byPlayers(inGame(), notPlaying) },
  disable_auto_play: { decidedBy: 'game', outcome: byPlayers(inGame(), notPlaying) },
  send_emoji: { decidedBy: 'game', outcome: byPlayers(inGame('allowed'), notPlaying) },
  start_matchmaking: { decidedBy: 'matchmaking', outcome: leavesRoom },
  cancel_matchmaking: { decidedBy: 'matchmaking', outcome: 'allowed' },
};

/** Returns the entry of a message, by the sender's relation to the room and the room's stage. */
export function permissionFor(type: ReceivedMessage['type'], relation: RoomRelation, stage: Stage): Outcome {
  const byRelation = PERMISSIONS[type].outcome;
  const byStage = typeof byRelation === 'string' ? byRelation : byRelation[relation];
  return typeof byStage === 'string' ? byStage : byStage[stage];
}

/** Returns whether a connection may send a message in its current state of authentication. */
export const isPermittedNow = ({ isAuthenticated }: Connection, type: ReceivedMessage['type']): boolean =>
  isAuthenticated || PERMISSIONS[type].beforeAuth === true;

/** Returns the limit that a message counts for before its permission is decided; undefined for none. */
export const limitOf = (type: ReceivedMessage['type']): LimitedAction | undefined => PERMISSIONS[type].limit;

/** Throws the error of the table when the gateway decides on this message and its sender may not send it. */
export function assertPermitted(connection: Connection, message: ReceivedMessage): void {
  if (PERMISSIONS[message.type].decidedBy !== 'gateway') return;
  const roomId = 'roomId' in message ? message.roomId : connection.room?.id;
  const { relation, stage } = relationTo(connection, roomId);
  const outcome = permissionFor(message.type, relation, stage);
  if (outcome !== 'allowed') throw new AppError(outcome);
}

/** Returns the relation of a connection's user to the room, as far as this connection knows. */
function relationTo(
  { room, userId }: Connection,
  roomId: RoomId | undefined,
): { relation: RoomRelation; stage: Stage } {
  if (!room || room.id !== roomId) return { relation: 'stranger', stage: 'waiting' };
  const { game, state } = room;
  const stage = game && isActive(game) ? 'playing' : game && isOver(game) ? 'over' : 'waiting';
  const role = room.roleOf(userId);
  if (!role) return { relation: 'stranger', stage };
  if (role === Role.SPECTATOR) return { relation: 'spectator', stage };
  return { relation: state.ownerId === userId ? 'owner' : 'player', stage };
}

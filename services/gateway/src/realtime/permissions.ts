import type { ClientMessage, ErrorCode } from '@fifteen/contract';
import { Role } from '@fifteen/proto/room';
import type { Connection } from './connection.ts';
import { isActive, isOver } from '../translation/game.ts';

/**
 * Who may send which message, in which state of the room it is about. One table: what is said in a room the gateway
 * judges by it; the rest is judged by the service that owns the fact (room, game, matchmaking), and the table says what
 * that comes to at the door. A guest has every right of a registered player here.
 */

/** What somebody is to a room. The owner is a player as well. */
export type RoomRelation = 'stranger' | 'spectator' | 'player' | 'owner';
/** Before its first game, during a game, after one. */
export type Stage = 'waiting' | 'playing' | 'over';
/** Allowed, or the error it is answered with. */
type Permission = 'yes' | ErrorCode;
type ByStage = Permission | Readonly<Record<Stage, Permission>>;
type ByRelation = ByStage | Readonly<Record<RoomRelation, ByStage>>;

/** Before `auth` a socket may say who it is, and nothing else. */
export const BEFORE_AUTH: ClientMessage['type'] = 'auth';

const inGame = (over: Permission = 'GAME_NOT_ACTIVE'): ByStage => ({
  waiting: 'GAME_NOT_FOUND',
  playing: 'yes',
  over,
});
const notPlaying: ByStage = { waiting: 'GAME_NOT_FOUND', playing: 'NOT_A_PLAYER', over: 'NOT_A_PLAYER' };
const byPlayers = (players: ByStage, others: ByStage): ByRelation => ({
  stranger: others,
  spectator: others,
  player: players,
  owner: players,
});
/** What ends being where one is: not in the middle of one's own game. */
const elsewhere = byPlayers({ waiting: 'yes', playing: 'ALREADY_IN_GAME', over: 'yes' }, 'yes');

const PERMISSIONS: Readonly<Record<ClientMessage['type'], ByRelation>> = {
  auth: 'yes',
  ping: 'yes',
  request_current_game_state: 'yes',
  game_started_ack: 'yes',
  join_room: { stranger: 'ROOM_NOT_FOUND', spectator: 'yes', player: 'yes', owner: 'yes' },
  leave_room: 'yes',
  move: byPlayers(inGame(), notPlaying),
  disable_auto_play: byPlayers(inGame(), notPlaying),
  player_chat: byPlayers({ waiting: 'GAME_NOT_READY', playing: 'yes', over: 'yes' }, 'NOT_A_PLAYER'),
  send_emoji: byPlayers(inGame('yes'), notPlaying),
  /** By code, in the role one has; a stranger as spectator, where the room allows them. */
  join_room_request: 'yes',
  start_game_request: {
    stranger: 'NOT_ROOM_OWNER',
    spectator: 'NOT_ROOM_OWNER',
    player: { waiting: 'NOT_ROOM_OWNER', playing: 'yes', over: 'CONSENT_MISSING' },
    owner: { waiting: 'yes', playing: 'yes', over: 'CONSENT_MISSING' },
  },
  create_room: elsewhere,
  start_matchmaking: elsewhere,
  cancel_matchmaking: 'yes',
  /** To a request that was made to the other player. */
  play_again_response: 'NOT_FOUND',
};

/** What the table says of a message, for whoever sends it in that stage. */
export function permissionFor(type: ClientMessage['type'], standing: RoomRelation, stage: Stage): Permission {
  const byStanding = PERMISSIONS[type];
  const byStage =
    typeof byStanding === 'string' || 'waiting' in byStanding ? byStanding : byStanding[standing];
  return typeof byStage === 'string' ? byStage : byStage[stage];
}

/** What the user of a connection is to a room, as far as the gateway knows. */
export function relationTo(
  { room, userId }: Connection,
  roomId: string,
): { standing: RoomRelation; stage: Stage } {
  if (room?.id !== roomId) return { standing: 'stranger', stage: 'waiting' };
  const { game, state } = room;
  const stage = game && isActive(game) ? 'playing' : game && isOver(game) ? 'over' : 'waiting';
  const role = room.roleOf(userId);
  if (role === Role.UNSPECIFIED) return { standing: 'stranger', stage };
  if (role === Role.SPECTATOR) return { standing: 'spectator', stage };
  return { standing: state.ownerId === userId ? 'owner' : 'player', stage };
}

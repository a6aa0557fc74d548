import type { calls } from '@fifteen/contract';
import type { GameState } from '@fifteen/proto/game';
import { type GetRoomRequest, type Invitation, Role, type RoomState } from '@fifteen/proto/room';
import { AppError, isAppError, type Pusher } from '@fifteen/runtime';
import type { z } from 'zod';
import type { Caller } from '../auth/sessions.ts';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { Connection } from '../realtime/connection.ts';
import type { Fanout, RoomSnapshot } from '../realtime/fanout.ts';
import { playersOf } from '../translation/room.ts';
import { toStakeError } from '../translation/stake-error.ts';
import type { RoomId, UserId } from '@fifteen/domain';

/** The caller of an operation, with their socket; without one, the call came by HTTP. */
export interface Actor {
  caller: Caller;
  ip: string;
  connection?: Connection;
}

/** Requested properties of a new room. */
export type RoomOptions = z.output<typeof calls.rooms.create.body>;

interface Deps {
  clients: Pick<Clients, 'room' | 'identity'>;
  fanout: Fanout;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  presence: PresenceStore;
  searches: Pick<Searches, 'abandon'>;
  limits: Limits;
  push: Pusher;
}

/** Operations on rooms, for HTTP and sockets. */
export class Rooms {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates a room, after the user has left the current one. A repeat with the same request id returns the same room.
   * @throws INVALID_BET, ROOM_NAME_REQUIRED, ROOM_NOT_FOUND (a repeat after the user has left that room),
   *   INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, TOO_MANY_REQUESTS
   */
  async create(actor: Actor, requestId: string, options: RoomOptions): Promise<RoomSnapshot> {
    await this.#deps.limits.action('createRoom', actor.caller.userId);
    const { name, maxPlayers, betAmount: bet, isPrivate } = options;
    const ownerId = actor.caller.userId;
    const request = { ownerId, requestId, name, maxPlayers, bet, private: isPrivate };
    const { room } = await this.#deps.clients.room.createRoom(request);
    return this.#entered(actor, { room, game: undefined });
  }

  /**
   * Joins a room by its code, after the user has left the current one.
   * @throws ROOM_CODE_REQUIRED, ROOM_NOT_FOUND, BLOCKED_IN_ROOM, ROOM_FULL, SPECTATORS_NOT_ALLOWED, INSUFFICIENT_COINS,
   *   STAKE_LIMIT, ALREADY_IN_GAME, ALREADY_A_PLAYER, TOO_MANY_REQUESTS
   */
  async join(actor: Actor, code: string, role: 'player' | 'spectator'): Promise<RoomSnapshot> {
    if (!code) throw new AppError('ROOM_CODE_REQUIRED');
    const { userId } = actor.caller;
    const { limits, clients } = this.#deps;
    await limits.joinRoom(userId, actor.ip);
    const blockedIds = await this.#blockedIn({ roomId: '', code }, userId);
    const request = { code, userId, role: role === 'spectator' ? Role.SPECTATOR : Role.PLAYER, blockedIds };
    const { room, game } = await clients.room.joinRoom(request);
    if (!room) throw new AppError('ROOM_NOT_FOUND');
    return this.#entered(actor, { room, game });
  }

  /**
   * Starts the room's next game. A repeat with the same request id returns the same game. The consent that a player gave by
   * sitting down does not count while they are offline (docs/spec/guarantees.md#guarantees-4).
   * @throws ROOM_NOT_FOUND, NOT_ROOM_OWNER, ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS,
   *   OPPONENT_SHORT_OF_COINS, STAKE_LIMIT, ALREADY_IN_GAME, GAME_CANCELLED, TOO_MANY_REQUESTS
   */
  async start({ caller: { userId } }: Actor, requestId: string, roomId: RoomId): Promise<GameState> {
    const { limits, clients, presence, fanout, profiles } = this.#deps;
    await limits.action('startGame', userId);
    const { room } = await clients.room.getRoom({ roomId, viewerId: userId });
    const others = playersOf(room).filter((id) => id !== userId);
    const connected = await presence.connectedAmong(others);
    const offlinePlayerId = others.find((id) => !connected.has(id));
    const { game: state } = await clients.room
      .startGame({ roomId, userId, requestId, offlinePlayerId })
      .catch((error: unknown) => {
        if (!isAppError(error, 'INSUFFICIENT_COINS')) throw error;
        throw toStakeError(userId, room.bet, error.details.shortUserIds ?? []);
      });
    await profiles.load([state.xPlayerId, state.oPlayerId]);
    fanout.gameUpdated({ state, final: false });
    return state;
  }

  /**
   * Leaves a room, which loses a running game. Changes nothing for a user who is not in it, or without such a room.
   * @throws ALREADY_IN_GAME, if a game runs that the client does not want to lose
   */
  async leave({ caller: { userId } }: Actor, roomId: RoomId, { unlessPlaying = false } = {}): Promise<void> {
    const { clients, presence } = this.#deps;
    const { inOtherRoom } = await clients.room.leaveRoom({ roomId, userId, unlessPlaying });
    if (!inOtherRoom) await presence.leftRoom(userId);
  }

  /**
   * Returns a room to its participants, and a public room to any user.
   * @throws ROOM_NOT_FOUND
   */
  async view(userId: UserId, roomId: RoomId): Promise<Pick<RoomSnapshot, 'room' | 'offlineSince'>> {
    const { clients } = this.#deps;
    const { room } = await clients.room.getRoom({ roomId, viewerId: userId });
    return { room, offlineSince: await this.#loadParticipants(room) };
  }

  /**
   * Returns the room of a code as {@link view} does; without a session, only a public one. Counts as a guess.
   * @throws ROOM_NOT_FOUND, TOO_MANY_REQUESTS
   */
  async preview({ caller, ip }: Partial<Actor> & Pick<Actor, 'ip'>, code: string): Promise<RoomState> {
    const { limits, clients } = this.#deps;
    await (caller ? limits.joinRoom(caller.userId, ip) : limits.codeGuess(ip));
    const viewerId = caller?.userId ?? '';
    const { room } = await clients.room.getRoom({ roomId: '', viewerId, code });
    await this.#loadParticipants(room);
    return room;
  }

  /**
   * Returns the room that the user is in.
   * @throws ROOM_NOT_FOUND, also for any other room
   */
  async current(userId: UserId, roomId: RoomId): Promise<RoomSnapshot> {
    const { room, game } = await this.#deps.clients.room.getCurrentRoom({ userId });
    if (room?.id !== roomId) throw new AppError('ROOM_NOT_FOUND');
    return { room, game, offlineSince: await this.#loadParticipants(room) };
  }

  /**
   * Invites a player. A computer player is no user.
   * @throws ROOM_NOT_FOUND, USER_NOT_FOUND, BLOCKED, BLOCKED_BY_YOU, NOT_ROOM_OWNER, GAME_RUNNING,
   *   ALREADY_IN_ROOM, TOO_MANY_INVITATIONS, TOO_MANY_REQUESTS
   */
  async invite({ caller: { userId } }: Actor, roomId: RoomId, invitedId: UserId): Promise<Invitation> {
    const { limits, clients, profiles, blockGuard } = this.#deps;
    await limits.action('invite', userId);
    await assertUserExists(clients, invitedId);
    const { friends } = await blockGuard.assertNotBlocked(userId, invitedId);
    const request = { roomId, inviterId: userId, invitedId, fromFriend: friends };
    const { invitation } = await clients.room.inviteUser(request);
    await profiles.load([userId]);
    return invitation;
  }

  /** Returns pending invitations, oldest first, without those of users with a block in either direction. */
  async invitations(userId: UserId): Promise<Invitation[]> {
    const { clients, profiles, blockGuard } = this.#deps;
    const { invitations } = await clients.room.listInvitations({ userId });
    const inviters = invitations.map(({ inviterId }) => inviterId);
    const [open] = await Promise.all([blockGuard.withoutBlocks(userId, inviters), profiles.load(inviters)]);
    return invitations.filter(({ inviterId }) => open.has(inviterId));
  }

  /**
   * Accepts an invitation, which joins the room, or declines it.
   * @throws INVITATION_NOT_FOUND, ALREADY_ANSWERED, and when accepting ROOM_NOT_FOUND, BLOCKED_IN_ROOM, ROOM_FULL,
   *   INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, TOO_MANY_REQUESTS
   */
  async respondToInvitation(
    actor: Actor,
    invitationId: string,
    accept: boolean,
  ): Promise<{ invitation: Invitation; entered: RoomSnapshot | undefined }> {
    const { limits, clients, profiles } = this.#deps;
    const { userId } = actor.caller;
    await limits.action('answer', userId);
    const blockedIds = accept ? await this.#blockedByInvitation(invitationId, userId) : [];
    const answer = await clients.room.answerInvitation({ invitationId, userId, accept, blockedIds });
    const { invitation, room, game } = answer;
    if (!invitation) throw new AppError('INVITATION_NOT_FOUND');
    await profiles.load([invitation.inviterId]);
    return { invitation, entered: room && (await this.#entered(actor, { room, game })) };
  }

  /** Returns {@link #blockedIn} of an invitation's room; empty unless it is pending, because no other lets its user in. */
  async #blockedByInvitation(invitationId: string, userId: UserId): Promise<UserId[]> {
    const { invitations } = await this.#deps.clients.room.listInvitations({ userId });
    const pending = invitations.find(({ id }) => id === invitationId);
    return pending ? this.#blockedIn(pending, userId) : [];
  }

  /**
   * Returns the users in a room with a block between them and a user who is about to enter it. Spectators count, too: they
   * may take a seat before the user enters.
   * @throws ROOM_NOT_FOUND
   */
  async #blockedIn(
    { roomId, code }: Pick<GetRoomRequest, 'roomId' | 'code'>,
    userId: UserId,
  ): Promise<UserId[]> {
    const { clients, blockGuard } = this.#deps;
    const { room } = await clients.room.getRoom({ roomId, code, viewerId: userId });
    const others = room.participants.map((one) => one.userId);
    const open = await blockGuard.withoutBlocks(userId, others);
    return others.filter((id) => !open.has(id));
  }

  /**
   * Moves the caller's socket into the room, and pushes the room to their other sockets at all replicas. Ends a search of
   * the caller, whose match would take them out of the room again; the room does not wait for the queue.
   */
  async #entered(
    { caller: { userId }, connection }: Actor,
    { room, game }: Pick<RoomSnapshot, 'room' | 'game'>,
  ): Promise<RoomSnapshot> {
    const { fanout, presence, searches, push } = this.#deps;
    const entered = { room, game, offlineSince: await this.#loadParticipants(room) };
    // A repeated old request returns a room that the caller has left since.
    if (!room.participants.some((one) => one.userId === userId)) return entered;
    if (connection && !connection.closing) fanout.enter(connection, entered);
    else void presence.touchFromHttp(userId, true);
    void searches.abandon(userId);
    push.toUser(userId, { $case: 'room', value: { room } });
    return entered;
  }

  /** Loads the participants' profiles. Returns which participants are offline. */
  async #loadParticipants(room: RoomState): Promise<RoomSnapshot['offlineSince']> {
    const userIds = room.participants.map(({ userId }) => userId);
    const [offlineSince] = await Promise.all([
      this.#deps.presence.offlineSince(userIds),
      this.#deps.profiles.load(userIds),
    ]);
    return offlineSince;
  }
}

import type { calls } from '@fifteen/contract';
import type { GameState } from '@fifteen/proto/game';
import { Role, RoomStatus, type Invitation, type RoomState } from '@fifteen/proto/room';
import { AppError, isAppError, type Pusher } from '@fifteen/runtime';
import type { z } from 'zod';
import type { Cards } from './cards.ts';
import type { Circle } from './circle.ts';
import type { Hub, Inside } from './hub.ts';
import type { Limits } from './limits.ts';
import { assertThere, naming, type Neighbours } from './neighbours.ts';
import type { Presence } from './presence.ts';
import { coinsFor } from './saying.ts';
import type { Who } from './sessions.ts';
import type { Connection } from './socket/connection.ts';

/** Who acts, where from, and on which socket: without one they came by HTTP. */
export interface Actor {
  who: Who;
  ip: string;
  connection?: Connection;
}

/** What somebody wants their room to be. */
export type RoomWish = z.output<typeof calls.rooms.create.body>;

interface Parts {
  neighbours: Pick<Neighbours, 'room' | 'identity'>;
  hub: Hub;
  cards: Cards;
  circle: Circle;
  presence: Presence;
  limits: Limits;
  push: Pusher;
}

/** What people do with rooms, by whichever door they come: one function for each act. */
export class Rooms {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Opens a room; the one they were in is left first. The same request id of the same person is the same room.
   * Errors: INVALID_BET, ROOM_NAME_REQUIRED, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME,
   * TOO_MANY_REQUESTS.
   */
  async create(actor: Actor, requestId: string, wish: RoomWish): Promise<Inside> {
    await this.#parts.limits.act('createRoom', actor.who.userId);
    const { name, maxPlayers, betAmount: bet, isPrivate } = wish;
    const ownerId = actor.who.userId;
    const request = { ownerId, requestId, name, maxPlayers, bet, private: isPrivate };
    // Not found is a repeat of a request whose room they have left.
    const room = await naming('ROOM_NOT_FOUND', this.#parts.neighbours.room.createRoom(request));
    return this.#entered(actor, { room, game: undefined });
  }

  /**
   * Enters by code; the room they were in is left first.
   * Errors: ROOM_CODE_REQUIRED, ROOM_NOT_FOUND, FORBIDDEN (a block between them and a player), ROOM_FULL, SPECTATORS_NOT_ALLOWED, INSUFFICIENT_COINS, STAKE_LIMIT,
   * ALREADY_IN_GAME, CONFLICT (a player who would watch), TOO_MANY_REQUESTS.
   */
  async join(actor: Actor, code: string, role: 'player' | 'spectator'): Promise<Inside> {
    if (!code) throw new AppError('ROOM_CODE_REQUIRED', 'Please enter a room code');
    const { userId } = actor.who;
    const { limits, neighbours, circle } = this.#parts;
    await limits.joinRoom(userId, actor.ip);
    const blockedIds = await circle.blockedEitherWay(userId);
    const request = { code, userId, role: role === 'spectator' ? Role.SPECTATOR : Role.PLAYER, blockedIds };
    const { room, game } = await naming('ROOM_NOT_FOUND', neighbours.room.joinRoom(request));
    if (!room) throw new AppError('ROOM_NOT_FOUND', 'Room not found');
    return this.#entered(actor, { room, game });
  }

  /**
   * Starts the room's next game. Whoever agreed and is away now has not agreed any more (reliability 1.4).
   * Errors: ROOM_NOT_FOUND, NOT_ROOM_OWNER, ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS, ALREADY_IN_GAME,
   * TOO_MANY_REQUESTS.
   */
  async start({ who: { userId } }: Actor, roomId: string): Promise<GameState> {
    const { limits, neighbours, presence, hub, cards } = this.#parts;
    await limits.act('startGame', userId);
    const room = await naming('ROOM_NOT_FOUND', neighbours.room.getRoom({ roomId, viewerId: userId }));
    const others = playersOf(room).filter((id) => id !== userId);
    // Whether a game may start at all is the room's to say, and it says it first.
    const ready = others.length === 1 && room.status !== RoomStatus.PLAYING && room.ownerId === userId;
    if (ready && (await presence.connected(others)).size < others.length)
      throw new AppError('CONSENT_MISSING', 'The other player is away');
    const state = await naming('ROOM_NOT_FOUND', neighbours.room.startGame({ roomId, userId })).catch(
      (error: unknown) => {
        if (!isAppError(error, 'INSUFFICIENT_COINS')) throw error;
        throw new AppError(error.code, error.message, { coins: coinsFor(room.bet) });
      },
    );
    await cards.load([state.xPlayerId, state.oPlayerId]);
    hub.news({ state, final: false });
    return state;
  }

  /** Leaves; a running game is lost by it. Errors: ROOM_NOT_FOUND. */
  async leave({ who: { userId } }: Actor, roomId: string): Promise<void> {
    const { neighbours, presence } = this.#parts;
    await naming('ROOM_NOT_FOUND', neighbours.room.leaveRoom({ roomId, userId }));
    await presence.outOfRoom(userId);
  }

  /** As those in it see it, and anyone when it is public. Errors: ROOM_NOT_FOUND. */
  async look(userId: string, roomId: string): Promise<Pick<Inside, 'room' | 'away'>> {
    const { neighbours } = this.#parts;
    const room = await naming('ROOM_NOT_FOUND', neighbours.room.getRoom({ roomId, viewerId: userId }));
    return { room, away: await this.#know(room) };
  }

  /** The room of a code, as {@link look} returns it; counts as a guess. Errors: ROOM_NOT_FOUND, TOO_MANY_REQUESTS. */
  async preview({ who: { userId }, ip }: Actor, code: string): Promise<RoomState> {
    const { limits, neighbours } = this.#parts;
    await limits.joinRoom(userId, ip);
    const room = await naming(
      'ROOM_NOT_FOUND',
      neighbours.room.getRoom({ roomId: '', viewerId: userId, code }),
    );
    await this.#know(room);
    return room;
  }

  /** The room they are in, which must be this one. Errors: ROOM_NOT_FOUND. */
  async inside(userId: string, roomId: string): Promise<Inside> {
    const { room, game } = await this.#parts.neighbours.room.getCurrentRoom({ userId });
    if (room?.id !== roomId) throw new AppError('ROOM_NOT_FOUND', 'Room not found');
    return { room, game, away: await this.#know(room) };
  }

  /**
   * Asks somebody in. Errors: ROOM_NOT_FOUND, USER_NOT_FOUND, BLOCKED, FORBIDDEN (they block the other), NOT_ROOM_OWNER,
   * GAME_RUNNING, CONFLICT (there already), TOO_MANY_INVITATIONS, TOO_MANY_REQUESTS.
   */
  async invite({ who: { userId } }: Actor, roomId: string, invitedId: string): Promise<Invitation> {
    const { limits, neighbours, cards, circle } = this.#parts;
    await limits.act('invite', userId);
    await assertThere(neighbours, invitedId);
    const { friends } = await circle.assertOpen(userId, invitedId);
    const request = { roomId, inviterId: userId, invitedId, fromFriend: friends };
    const invitation = await naming('ROOM_NOT_FOUND', neighbours.room.inviteUser(request));
    await cards.load([userId]);
    return invitation;
  }

  /** Pending invitations, oldest first; none of somebody with whom there is a block. */
  async invitations(userId: string): Promise<Invitation[]> {
    const { neighbours, cards, circle } = this.#parts;
    const { invitations } = await neighbours.room.listInvitations({ userId });
    const inviters = invitations.map(({ inviterId }) => inviterId);
    const [open] = await Promise.all([circle.open(userId, inviters), cards.load(inviters)]);
    return invitations.filter(({ inviterId }) => open.has(inviterId));
  }

  /** Accepts, which joins the room, or declines. Errors: NOT_FOUND, CONFLICT, and those of `join`. */
  async answerInvitation(
    actor: Actor,
    invitationId: string,
    accept: boolean,
  ): Promise<{ invitation: Invitation; inside: Inside | undefined }> {
    const { limits, neighbours, cards } = this.#parts;
    const { userId } = actor.who;
    await limits.act('answer', userId);
    const answer = await neighbours.room.answerInvitation({ invitationId, userId, accept });
    const { invitation, room, game } = answer;
    if (!invitation) throw new AppError('NOT_FOUND', 'Invitation not found');
    await cards.load([invitation.inviterId]);
    return { invitation, inside: room && (await this.#entered(actor, { room, game })) };
  }

  /** The person is in this room now: here on this socket, and on their others wherever these are. */
  async #entered(
    { who: { userId }, connection }: Actor,
    { room, game }: Pick<Inside, 'room' | 'game'>,
  ): Promise<Inside> {
    const { hub, presence, push } = this.#parts;
    const inside = { room, game, away: await this.#know(room) };
    // A repeat of an old request answers a room that they have left since.
    if (!room.participants.some((one) => one.userId === userId)) return inside;
    if (connection && !connection.closing) hub.enter(connection, inside);
    else void presence.spoke(userId, true);
    push.toUser(userId, { $case: 'room', value: { room } });
    return inside;
  }

  /** Makes sure of the cards of those in it; answers who of them is away. */
  async #know(room: RoomState): Promise<Inside['away']> {
    const userIds = room.participants.map(({ userId }) => userId);
    const [away] = await Promise.all([
      this.#parts.presence.awaySince(userIds),
      this.#parts.cards.load(userIds),
    ]);
    return away;
  }
}

const playersOf = (room: RoomState): string[] =>
  room.participants.filter(({ role }) => role === Role.PLAYER).map(({ userId }) => userId);

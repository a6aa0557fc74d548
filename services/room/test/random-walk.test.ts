import { randomUUID } from 'node:crypto';
import { type RoomId, toUserId, type UserId, type GameId } from '@fifteen/domain';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import { isAppError } from '@fifteen/runtime';
import { Random, scaled, testSeed } from '@fifteen/testkit';
import { expect, test } from 'vitest';
import { Model, type ModelRematch, type ModelInvitation, type ModelRoom } from './reference-model.ts';
import { expectInvariants } from './invariants.ts';
import { openHarness, newUserId, roomRequest, type Rooms } from './harness.ts';

const USERS = 5;
const STEPS = 250;
const SEEDS = Array.from({ length: scaled(3) }, (_, walk) => testSeed() + walk);

// No turn runs out in a long walk.
const { harness } = openHarness({ gameEnv: { TURN_SECONDS: '3600' } });

/** Ids of the service for the objects of the model. */
interface Ids {
  room: Map<ModelRoom, { id: RoomId; code: string }>;
  game: Map<ModelRoom, GameId>;
  rematch: Map<ModelRematch, string>;
  invitation: Map<ModelInvitation, string>;
}

class Walk {
  readonly model = new Model();
  readonly #users = Array.from({ length: USERS }, newUserId);
  readonly #ids: Ids = { room: new Map(), game: new Map(), rematch: new Map(), invitation: new Map() };
  /** Stays in rooms, by the ids of their participants. */
  readonly #stays = new Set<string>();
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get #rooms(): Rooms {
    return harness.replicas[this.#random.int(2)]!.gateway;
  }

  /** The client of a replica, as matchmaking. */
  get #matchmaking(): Rooms {
    return harness.replicas[this.#random.int(2)]!.matchmaking;
  }

  #any<T>(things: readonly T[]): T {
    return this.#random.pick(things);
  }

  /** Performs one action. Returns its name, the result of the model and the result of the service. */
  async step(): Promise<[string, string, string]> {
    const { model } = this;
    // An agreed game starts after a countdown of two seconds; here a player starts it at once.
    const agreed = model.rooms.find(({ phase }) => phase === 'agreed');
    if (agreed) return this.#start(agreed);
    const open = model.rooms.filter(({ phase }) => phase !== 'closed');
    if (open.length === 0 || (open.length < 3 && this.#random.int(8) === 0)) return this.#create();
    const room = this.#any(this.#random.int(20) === 0 ? model.rooms : open);
    return this.#random.int(2) === 0 ? this.#likely(room) : this.#any(this.#actions).call(this, room);
  }

  readonly #actions = [
    ...[this.#join, this.#join, this.#join, this.#invite, this.#answerInvitation, this.#answerInvitation],
    ...[
      this.#startBy,
      this.#finish,
      this.#requestRematch,
      this.#requestRematch,
      this.#answerRematch,
      this.#leaveAny,
      this.#leaveAny,
      this.#leaveAny,
      this.#create,
    ],
    ...[this.#view, this.#createMatch, this.#findMatch, this.#checkStake],
  ];

  /** Performs the action that users would most likely do next in this room. */
  #likely(room: ModelRoom): Promise<[string, string, string]> {
    if (room.phase === 'playing') return this.#finish(room);
    if (room.players.length < 2) return this.#join(room);
    if (room.phase === 'waiting') return this.#start(room, room.owner);
    return room.rematches.some(({ status }) => status === 'pending')
      ? this.#answerRematch(room)
      : this.#requestRematch(room);
  }

  async #resultOf(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'ok',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );
  }

  async #create(): Promise<[string, string, string]> {
    const user = this.#any(this.#users);
    const [wide, isPrivate] = [this.#random.int(2) === 0, this.#random.int(3) === 0];
    const expected = this.model.create(user, 'Game Room', { wide, private: isPrivate });
    const room = this.#rooms.createRoom(roomRequest(user, { maxPlayers: wide ? 4 : 2, private: isPrivate }));
    const result = await this.#resultOf(room);
    if (result === 'ok' && expected === 'ok') this.#ids.room.set(this.model.rooms.at(-1)!, (await room).room);
    return ['create', expected, result];
  }

  async #join(room: ModelRoom): Promise<[string, string, string]> {
    const user = this.#any(this.#users);
    const role = this.#random.int(3) === 0 ? 'spectator' : 'player';
    const expected = this.model.join(user, room, role);
    const { code } = this.#ids.room.get(room)!;
    const wire = role === 'player' ? Role.PLAYER : Role.SPECTATOR;
    return [
      `join as ${role}`,
      expected,
      await this.#resultOf(this.#rooms.joinRoom({ code, userId: user, role: wire, blockedIds: [] })),
    ];
  }

  #leaveAny(): Promise<[string, string, string]> {
    return this.#leave(this.#any(this.#users));
  }

  async #leave(userId: UserId): Promise<[string, string, string]> {
    const room = this.model.roomOf(userId) ?? this.#any(this.model.rooms);
    const expected = this.model.leave(userId, room);
    const roomId = this.#ids.room.get(room)!.id;
    return ['leave', expected, await this.#resultOf(this.#rooms.leaveRoom({ roomId, userId }))];
  }

  #startBy(room: ModelRoom): Promise<[string, string, string]> {
    return this.#start(room, this.#random.int(2) === 0 ? room.owner : this.#any(this.#users));
  }

  async #start(room: ModelRoom, userId = this.#any(room.players)): Promise<[string, string, string]> {
    const expected = this.model.start(userId, room);
    const started = this.#rooms.startGame({ roomId: this.#ids.room.get(room)!.id, userId });
    const result = await this.#resultOf(started);
    if (result === 'ok') this.#ids.game.set(room, (await started).game.id);
    return ['start', expected, result];
  }

  /** Ends a running game in the game service, and waits until the room service has received its end. */
  async #finish(room: ModelRoom): Promise<[string, string, string]> {
    if (room.phase !== 'playing') return this.#requestRematch(room);
    const { id } = this.#ids.room.get(room)!;
    await harness.gamesAsRoom.abandonGame({
      gameId: this.#ids.game.get(room)!,
      userId: this.#any(room.lastPlayers),
    });
    this.model.finish(room);
    // One replica for all tries: each choice takes a random number, and the number of tries would change the walk.
    const rooms = this.#rooms;
    await expect
      .poll(async () => (await rooms.getRoom({ roomId: id, viewerId: room.owner })).room.status, {
        timeout: 30_000,
      })
      .toBe(RoomStatus.ACTIVE);
    return ['finish', 'ok', 'ok'];
  }

  async #invite(room: ModelRoom): Promise<[string, string, string]> {
    const inviterId = this.#random.int(4) === 0 ? this.#any(this.#users) : room.owner;
    const invitedId = this.#any(this.#users);
    const expected = this.model.invite(inviterId, room, invitedId);
    const sent = this.#rooms.inviteUser({ roomId: this.#ids.room.get(room)!.id, inviterId, invitedId });
    const result = await this.#resultOf(sent);
    if (result === 'ok' && expected === 'ok') {
      const pending = room.invitations.findLast((one) => one.to === invitedId)!;
      this.#ids.invitation.set(pending, (await sent).invitation.id);
    }
    return ['invite', expected, result];
  }

  async #answerInvitation(): Promise<[string, string, string]> {
    const all = this.model.rooms.flatMap((room) =>
      room.invitations.slice(-3).map((invitation) => ({ room, invitation })),
    );
    if (all.length === 0) return this.#create();
    const { room, invitation } = this.#any(all);
    const userId = this.#random.int(8) === 0 ? this.#any(this.#users) : invitation.to;
    const accept = this.#random.int(4) > 0;
    const expected = this.model.answerInvitation(userId, room, invitation, accept);
    const invitationId = this.#ids.invitation.get(invitation)!;
    const result = await this.#resultOf(
      this.#rooms.answerInvitation({ invitationId, userId, accept, blockedIds: [] }),
    );
    return ['answer invitation', expected, result];
  }

  async #requestRematch(room: ModelRoom): Promise<[string, string, string]> {
    const gameId = this.#ids.game.get(room);
    if (!gameId) return this.#start(room, room.owner);
    const requesterId = this.#any(
      this.#random.int(4) === 0 || room.players.length === 0 ? this.#users : room.players,
    );
    const requestedId = room.lastPlayers.find((one) => one !== requesterId) ?? toUserId('');
    const expected = this.model.requestRematch(requesterId, room);
    const request = this.#rooms.requestRematch({ gameId, requesterId, requestedId });
    const result = await this.#resultOf(request);
    if (result === 'ok' && expected === 'ok') {
      const rematch = room.rematches.find(({ by }) => by === requesterId);
      if (rematch) this.#ids.rematch.set(rematch, (await request).rematch.id);
    }
    return ['request rematch', expected, result];
  }

  async #answerRematch(room: ModelRoom): Promise<[string, string, string]> {
    if (room.rematches.length === 0) return this.#requestRematch(room);
    const rematch = this.#any(room.rematches);
    const userId = this.#random.int(4) === 0 ? this.#any(this.#users) : rematch.to;
    const accept = this.#random.int(3) > 0;
    const expected = this.model.answerRematch(userId, room, rematch, accept);
    const requestId = this.#ids.rematch.get(rematch)!;
    return [
      'answer rematch',
      expected,
      await this.#resultOf(this.#rooms.answerRematch({ requestId, userId, accept })),
    ];
  }

  async #view(room: ModelRoom): Promise<[string, string, string]> {
    const viewerId = this.#any(this.#users);
    const expected = this.model.view(viewerId, room);
    const { id, code } = this.#ids.room.get(room)!;
    const sought = this.#random.isTrue() ? { roomId: id } : { roomId: '' as const, code };
    return ['view', expected, await this.#resultOf(this.#rooms.getRoom({ ...sought, viewerId }))];
  }

  /** Returns the id of a new match, or of one that was created or called off before. */
  #anyMatch(): string {
    const known = [...this.model.matches.keys()];
    return known.length > 0 && this.#random.isTrue() ? this.#any(known) : randomUUID();
  }

  async #createMatch(): Promise<[string, string, string]> {
    const matchId = this.#anyMatch();
    const isRepeat = this.model.matches.has(matchId);
    const [one, other] = this.#random.shuffled(this.#users) as [UserId, UserId];
    const expected = this.model.createMatch(matchId, [one, other]);
    const created = this.#matchmaking.createMatch({ matchId, playerIds: [one, other], bet: 0 });
    const result = await this.#resultOf(created);
    if (result === 'ok' && expected === 'ok' && !isRepeat) {
      const { room, game } = await created;
      this.#ids.room.set(this.model.rooms.at(-1)!, room);
      this.#ids.game.set(this.model.rooms.at(-1)!, game!.id);
    }
    return [isRepeat ? 'repeat match' : 'create match', expected, result];
  }

  async #findMatch(): Promise<[string, string, string]> {
    const matchId = this.#anyMatch();
    const expected = this.model.findMatch(matchId);
    const { exists } = await this.#matchmaking.getMatch({ matchId });
    return ['find match', expected ? 'ok' : 'called off', exists ? 'ok' : 'called off'];
  }

  async #checkStake(): Promise<[string, string, string]> {
    const userId = this.#any(this.#users);
    const { room } = await this.#rooms.getCurrentRoom({ userId });
    const present = room?.participants.find((one) => one.userId === userId)?.id;
    if (present) this.#stays.add(present);
    const participantId = this.#any([undefined, present, ...this.#stays]);
    const endsStay = participantId !== undefined && participantId === present;
    const expected = this.model.checkStake(userId, endsStay);
    const checked = this.#matchmaking.checkStake({ userId, bet: 0, participantId });
    return [endsStay ? 'leave for a search' : 'check stake', expected, await this.#resultOf(checked)];
  }

  /** Compares the rooms of all users, and the requests that they may answer, with the model. */
  async compare(): Promise<void> {
    if (this.model.rooms.some(({ phase }) => phase === 'agreed')) return;
    for (const userId of this.#users) {
      const room = this.model.roomOf(userId);
      const { room: seen } = await this.#rooms.getCurrentRoom({ userId });
      expect(seen && summaryOf(seen)).toEqual(
        room && {
          id: this.#ids.room.get(room)!.id,
          owner: room.owner,
          players: room.players.toSorted(),
          spectators: room.spectators.toSorted(),
          phase: room.phase,
        },
      );
      const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id).toSorted();
      const { invitations } = await this.#rooms.listInvitations({ userId });
      expect(idsOf(invitations)).toEqual(
        this.model
          .invitationsFor(userId)
          .map((one) => this.#ids.invitation.get(one)!)
          .toSorted(),
      );
      const { rematches } = await this.#rooms.listRematches({ userId });
      expect(idsOf(rematches)).toEqual(
        this.model
          .rematchesFor(userId)
          .map((one) => this.#ids.rematch.get(one)!)
          .toSorted(),
      );
    }
  }
}

const PHASE: Partial<Record<RoomStatus, string>> = {
  [RoomStatus.WAITING]: 'waiting',
  [RoomStatus.PLAYING]: 'playing',
  [RoomStatus.ACTIVE]: 'active',
};
const summaryOf = (room: RoomState) => {
  const usersIn = (role: Role) =>
    room.participants.filter((one) => one.role === role).map((one) => one.userId);
  return {
    ...{ id: room.id, owner: room.ownerId, phase: PHASE[room.status] },
    ...{ players: usersIn(Role.PLAYER).toSorted(), spectators: usersIn(Role.SPECTATOR).toSorted() },
  };
};

/** Number of allowed actions by name, in all walks. */
const allowed = new Map<string, number>();

test.each(SEEDS)(
  'agrees with the reference model after any sequence of actions (TEST_SEED=%i)',
  async (seed) => {
    const walk = new Walk(seed);
    for (let step = 0; step < STEPS; step += 1) {
      const [action, expected, result] = await walk.step();
      expect(result, `step ${step}: ${action}`).toBe(expected);
      if (result === 'ok') allowed.set(action, (allowed.get(action) ?? 0) + 1);
      if (step % 5 === 4) await walk.compare();
      if (step % 20 === 19) await expectInvariants(harness.sql);
    }
  },
  120_000,
);

test('covers allowed actions, not only rejected ones', () => {
  for (const action of [
    'create',
    'join as player',
    'start',
    'finish',
    'leave',
    'request rematch',
    'answer rematch',
  ]) {
    expect(allowed.get(action) ?? 0, action).toBeGreaterThan(SEEDS.length);
  }
  for (const action of [
    'join as spectator',
    'invite',
    'answer invitation',
    'view',
    'create match',
    'repeat match',
    'find match',
    'check stake',
    'leave for a search',
  ])
    expect(allowed.get(action) ?? 0, action).toBeGreaterThan(0);
});

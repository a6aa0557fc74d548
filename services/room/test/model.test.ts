import { Role, RoomStatus } from '@fifteen/proto/room';
import { isAppError } from '@fifteen/runtime';
import { scaled, testSeed } from '@fifteen/testkit';
import { expect, test } from 'vitest';
import { Model, type ModelAsk, type ModelInvitation, type ModelRoom } from './model.ts';
import { expectSound } from './sound.ts';
import { ourWorld, somebody, wish, type Rooms } from './world.ts';

const PEOPLE = 5;
const STEPS = 150;
const SEEDS = Array.from({ length: scaled(3) }, (_, walk) => testSeed() + walk);

const { world } = ourWorld();

/** Numbers that a seed determines (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** What the service calls the things of the model. */
interface Names {
  room: Map<ModelRoom, { id: string; code: string }>;
  game: Map<ModelRoom, string>;
  ask: Map<ModelAsk, string>;
  invitation: Map<ModelInvitation, string>;
}

class Walk {
  readonly model = new Model();
  readonly #people = Array.from({ length: PEOPLE }, somebody);
  readonly #names: Names = { room: new Map(), game: new Map(), ask: new Map(), invitation: new Map() };
  readonly #below: (below: number) => number;

  constructor(seed: number) {
    this.#below = numbers(seed);
  }

  get #rooms(): Rooms {
    return world.replicas[this.#below(2)]!.gateway;
  }

  #any<T>(things: readonly T[]): T {
    return things[this.#below(things.length)]!;
  }

  /** One act: what was tried, what the rules say, and what the service said. */
  async step(): Promise<[string, string, string]> {
    const { model } = this;
    // An agreement starts by itself after two seconds; here somebody starts it at once.
    const agreed = model.rooms.find(({ phase }) => phase === 'agreed');
    if (agreed) return this.#start(agreed);
    const open = model.rooms.filter(({ phase }) => phase !== 'closed');
    if (open.length === 0 || (open.length < 3 && this.#below(8) === 0)) return this.#create();
    const room = this.#any(this.#below(20) === 0 ? model.rooms : open);
    return this.#below(2) === 0 ? this.#likely(room) : this.#any(this.#acts).call(this, room);
  }

  readonly #acts = [
    ...[this.#join, this.#join, this.#join, this.#invite, this.#answerInvitation, this.#answerInvitation],
    ...[
      this.#startBy,
      this.#finish,
      this.#ask,
      this.#ask,
      this.#answer,
      this.#leaveAny,
      this.#leaveAny,
      this.#leaveAny,
      this.#create,
    ],
  ];

  /** What people would do next in this room. */
  #likely(room: ModelRoom): Promise<[string, string, string]> {
    if (room.phase === 'playing') return this.#finish(room);
    if (room.players.length < 2) return this.#join(room);
    if (room.phase === 'waiting') return this.#start(room, room.owner);
    return room.asks.some(({ status }) => status === 'pending') ? this.#answer(room) : this.#ask(room);
  }

  async #said(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'ok',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );
  }

  async #create(): Promise<[string, string, string]> {
    const user = this.#any(this.#people);
    const [wide, isPrivate] = [this.#below(2) === 0, this.#below(3) === 0];
    const expected = this.model.create(user, 'Game Room', { wide, private: isPrivate });
    const made = this.#rooms.create(wish(user, { maxPlayers: wide ? 4 : 2, private: isPrivate }));
    const said = await this.#said(made);
    if (said === 'ok' && expected === 'ok') this.#names.room.set(this.model.rooms.at(-1)!, await made);
    return ['create', expected, said];
  }

  async #join(room: ModelRoom): Promise<[string, string, string]> {
    const user = this.#any(this.#people);
    const role = this.#below(3) === 0 ? 'spectator' : 'player';
    const expected = this.model.join(user, room, role);
    const { code } = this.#names.room.get(room)!;
    const wire = role === 'player' ? Role.PLAYER : Role.SPECTATOR;
    return [
      `join as ${role}`,
      expected,
      await this.#said(this.#rooms.join({ code, userId: user, role: wire, blockedIds: [] })),
    ];
  }

  #leaveAny(): Promise<[string, string, string]> {
    return this.#leave(this.#any(this.#people));
  }

  async #leave(userId: string): Promise<[string, string, string]> {
    const room = this.model.roomOf(userId) ?? this.#any(this.model.rooms);
    const expected = this.model.leave(userId, room);
    const roomId = this.#names.room.get(room)!.id;
    return ['leave', expected, await this.#said(this.#rooms.leave({ roomId, userId }))];
  }

  #startBy(room: ModelRoom): Promise<[string, string, string]> {
    return this.#start(room, this.#below(2) === 0 ? room.owner : this.#any(this.#people));
  }

  async #start(room: ModelRoom, userId = this.#any(room.players)): Promise<[string, string, string]> {
    const expected = this.model.start(userId, room);
    const started = this.#rooms.start({ roomId: this.#names.room.get(room)!.id, userId });
    const said = await this.#said(started);
    if (said === 'ok') this.#names.game.set(room, (await started).id);
    return ['start', expected, said];
  }

  /** Somebody's game ends outside of the room service, and the room hears of it or not. */
  async #finish(room: ModelRoom): Promise<[string, string, string]> {
    if (room.phase !== 'playing') return this.#ask(room);
    const { id } = this.#names.room.get(room)!;
    await world.roomsGame.abandon({ gameId: this.#names.game.get(room)!, userId: this.#any(room.pair) });
    this.model.finish(room);
    await expect
      .poll(async () => (await this.#rooms.get({ roomId: id, viewerId: room.owner })).status, {
        timeout: 15_000,
      })
      .toBe(RoomStatus.ACTIVE);
    return ['finish', 'ok', 'ok'];
  }

  async #invite(room: ModelRoom): Promise<[string, string, string]> {
    const inviterId = this.#below(4) === 0 ? this.#any(this.#people) : room.owner;
    const invitedId = this.#any(this.#people);
    const expected = this.model.invite(inviterId, room, invitedId);
    const sent = this.#rooms.invite({ roomId: this.#names.room.get(room)!.id, inviterId, invitedId });
    const said = await this.#said(sent);
    if (said === 'ok' && expected === 'ok') {
      const waits = room.invitations.findLast((one) => one.to === invitedId)!;
      this.#names.invitation.set(waits, (await sent).id);
    }
    return ['invite', expected, said];
  }

  async #answerInvitation(): Promise<[string, string, string]> {
    const all = this.model.rooms.flatMap((room) =>
      room.invitations.slice(-3).map((invitation) => ({ room, invitation })),
    );
    if (all.length === 0) return this.#create();
    const { room, invitation } = this.#any(all);
    const userId = this.#below(8) === 0 ? this.#any(this.#people) : invitation.to;
    const accept = this.#below(4) > 0;
    const expected = this.model.answerInvitation(userId, room, invitation, accept);
    const invitationId = this.#names.invitation.get(invitation)!;
    const said = await this.#said(this.#rooms.answerInvitation({ invitationId, userId, accept }));
    return ['answer invitation', expected, said];
  }

  async #ask(room: ModelRoom): Promise<[string, string, string]> {
    const gameId = this.#names.game.get(room);
    if (!gameId) return this.#start(room, room.owner);
    const requesterId = this.#any(
      this.#below(4) === 0 || room.players.length === 0 ? this.#people : room.players,
    );
    const requestedId = room.pair.find((one) => one !== requesterId) ?? '';
    const expected = this.model.ask(requesterId, room);
    const asked = this.#rooms.askAgain({ gameId, requesterId, requestedId });
    const said = await this.#said(asked);
    if (said === 'ok' && expected === 'ok') {
      const ask = room.asks.find(({ by }) => by === requesterId);
      if (ask) this.#names.ask.set(ask, (await asked).id);
    }
    return ['ask again', expected, said];
  }

  async #answer(room: ModelRoom): Promise<[string, string, string]> {
    if (room.asks.length === 0) return this.#ask(room);
    const ask = this.#any(room.asks);
    const userId = this.#below(4) === 0 ? this.#any(this.#people) : ask.to;
    const accept = this.#below(3) > 0;
    const expected = this.model.answer(userId, room, ask, accept);
    const requestId = this.#names.ask.get(ask)!;
    return [
      'answer again',
      expected,
      await this.#said(this.#rooms.answerAgain({ requestId, userId, accept })),
    ];
  }

  /** The rooms of all people, as the rules and as the service have them. */
  async compare(): Promise<void> {
    if (this.model.rooms.some(({ phase }) => phase === 'agreed')) return;
    for (const userId of this.#people) {
      const room = this.model.roomOf(userId);
      const { room: seen } = await this.#rooms.current({ userId });
      expect(seen && shown(seen)).toEqual(
        room && {
          id: this.#names.room.get(room)!.id,
          owner: room.owner,
          players: room.players.toSorted(),
          spectators: room.spectators.toSorted(),
          phase: room.phase,
        },
      );
    }
  }
}

const PHASE: Partial<Record<RoomStatus, string>> = {
  [RoomStatus.WAITING]: 'waiting',
  [RoomStatus.PLAYING]: 'playing',
  [RoomStatus.ACTIVE]: 'active',
};
const shown = (room: Awaited<ReturnType<Rooms['get']>>) => {
  const those = (role: Role) => room.participants.filter((one) => one.role === role).map((one) => one.userId);
  return {
    ...{ id: room.id, owner: room.ownerId, phase: PHASE[room.status] },
    ...{ players: those(Role.PLAYER).toSorted(), spectators: those(Role.SPECTATOR).toSorted() },
  };
};

/** How often each act was allowed, in all walks. */
const done = new Map<string, number>();

test.each(SEEDS)(
  'whatever people do, in any order, the rules hold (TEST_SEED=%i)',
  async (seed) => {
    const walk = new Walk(seed);
    for (let step = 0; step < STEPS; step += 1) {
      const [act, expected, said] = await walk.step();
      expect(said, `step ${step}: ${act}`).toBe(expected);
      if (said === 'ok') done.set(act, (done.get(act) ?? 0) + 1);
      if (step % 5 === 4) await walk.compare();
      if (step % 20 === 19) await expectSound(world.sql);
    }
  },
  120_000,
);

test('the walks have met more than refusals', () => {
  for (const act of ['create', 'join as player', 'start', 'finish', 'leave', 'ask again', 'answer again']) {
    expect(done.get(act) ?? 0, act).toBeGreaterThan(SEEDS.length);
  }
});

import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';
import { befriend, createMember } from '../members.ts';
import type { Role } from './table.ts';

/** A player for each role but `anonymous`, and what the owner has. */
export type Scene = Awaited<ReturnType<typeof setScene>>;

/** The roles with a session. */
type UserRole = Exclude<Role, 'anonymous'>;

/** Creates the owner's room, in which no game has begun, and the players in all relations to the owner. */
export async function setScene(stack: SharedStack) {
  const members = Array.from({ length: 4 }, () => createMember(stack));
  const guests = Array.from({ length: 5 }, () => Player.guest(stack.url));
  const [own, ...others] = await Promise.all(members);
  if (!own) throw new Error('no owner');
  const owner = own.player;
  const [member, friend, blocked] = others.map(({ player }) => player) as [Player, Player, Player];
  const [opponent, spectator, guest, unverified, bystander] = (await Promise.all(guests)) as [
    Player,
    Player,
    Player,
    Player,
    Player,
  ];
  // The cookie of this registration stays in the other tab: wrong codes of the test would count for it.
  await unverified.openTab().api.auth.upgrade(newAccount());
  const registrant = new Player(stack.url);
  await registrant.api.auth.register(newAccount());
  await Promise.all([owner, opponent].map((player) => player.connect()));
  await befriend(friend, owner);
  await owner.api.blocks.block({ params: { id: blocked.user.id } });
  const { room } = await owner.api.rooms.create({
    body: { betAmount: 0, isPrivate: true, maxPlayers: 4 },
  });
  const invite = async (invited: Player): Promise<string> => {
    const body = { invitedId: invited.user.id };
    return (await owner.api.rooms.invite({ params: { id: room.id }, body })).invitation.id;
  };
  await invite(opponent);
  await invite(spectator);
  await opponent.api.rooms.join({ body: { code: room.code, role: 'player' } });
  await spectator.api.rooms.join({ body: { code: room.code, role: 'spectator' } });
  const players: Record<UserRole, Player> = {
    ...{ guest, unverified, member, friend, opponent, spectator, owner, blocked },
  };
  return {
    players,
    /** The owner's login. */
    username: own.username,
    email: own.email,
    /** A user without relation to anyone. */
    bystander,
    /** Has no session, but the cookie of a registration whose address is not confirmed. */
    registrant,
    room,
    /** The friend's invitation. */
    invitationId: await invite(friend),
    /** Set by the calls that create them. */
    gameId: 'none',
    levelUpId: await levelUp(stack, owner.user.id),
    rematchId: 'none',
    friendRequestId: 'none',
    giftId: '00000000-0000-4000-8000-000000000000',
  };
}

/** Returns the request of a registration. */
function newAccount() {
  const username = `u${randomUUID().slice(0, 12)}`;
  return { body: { username, password: 'a quiet harbour', email: `${username}@canary.example` } };
}

/** Gives a player a level-up that was not acknowledged, without the games for it. Returns its id. */
async function levelUp(stack: SharedStack, userId: string): Promise<string> {
  const context = { log: createLog('test', 'silent'), lifecycle: new Lifecycle(createLog('test', 'silent')) };
  const url = stack.databases.leaderboard?.ownerUrl ?? '';
  const database = openDatabase({ service: 'test', url, pool: 1 }, context);
  await database.query(`INSERT INTO level_up (user_id, level, reached_at) VALUES ($1, 7, now())`, [userId]);
  await context.lifecycle.stop();
  return `${userId}:7`;
}

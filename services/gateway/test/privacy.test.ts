import { calls, type Call, type Room } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { beforeAll, describe, expect, test } from 'vitest';
import { befriend, createMember } from './members.ts';
import { useSharedStack, send } from './harness.ts';
import { useOperator } from './operator.ts';
import { sendAndWait, enterRoom, openRoom, connectGuest, startGame } from './room-fixtures.ts';

/** A balance that no other player has. */
const COINS = 7_654_321;
/** That balance with rewards of the test, as a whole number: a random id may contain the digits. */
const BALANCE = /\b7654\d{3}\b/;

const stack = useSharedStack();
const operator = useOperator(stack);

const gets = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries<Call>(its).flatMap(([name, call]) =>
    call.method === 'GET' ? [{ name: `${group}.${name}`, path: call.path }] : [],
  ),
);

/** A user with a unique address and balance, a friend of theirs, and a stranger. */
let ann: Player;
let email: string;
let friend: Player;
let stranger: Player;
/** A room of the observed user. */
let room: Room;

beforeAll(async () => {
  ({ player: ann, email } = await createMember(stack()));
  await operator().grantCoins(ann.user.id, COINS - 1_000);
  [friend, stranger] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  await ann.connect();
  await befriend(friend, ann);
  await ann.api.chat.send({ body: { targetUserId: friend.user.id, message: 'between us' } });
  await stranger.api.friends.request({ body: { requestedId: ann.user.id } });
  ({ room } = await openRoom(ann));
  await ann.api.rooms.invite({ params: { id: room.id }, body: { invitedId: friend.user.id } });
  await enterRoom(stranger, room.code);
  await startGame(ann, room.id);
  await stranger.waitFor('game_started');
  await sendAndWait(stranger, { type: 'leave_room', roomId: room.id }, 'user_left_room');
  await ann.api.coins
    .award({ body: { userId: ann.user.id, amount: 100, reason: 'none' } })
    .catch(() => undefined);
}, 60_000);

/** Returns all fillings of a path with the ids of the observed user and the observer. */
function pathsOf(path: string, looker: Player): string[] {
  const parameters = path.match(/:\w+/g) ?? [];
  return [ann.user.id, looker.user.id].flatMap((first) =>
    [ann.user.id, looker.user.id].map((second) =>
      parameters.reduce((filled, name, n) => filled.replace(name, n === 0 ? first : second), path),
    ),
  );
}

const PRIVATE = /"(email|coins|token|sessionId|passwordHash|ip|network|device)":(?!null)/;

/** Expects neither the address nor the balance of the observed user in a text. */
function expectNeither(text: string, source?: string): void {
  expect(text, source).not.toContain(email);
  expect(text, source).not.toMatch(BALANCE);
}

describe('what other users see of a player', () => {
  test.each(gets)('has neither address nor coins: $name', async ({ path }) => {
    expect((await ann.api.auth.user()).coins).toBeGreaterThanOrEqual(COINS);
    for (const looker of [stranger, friend]) {
      for (const filled of new Set(pathsOf(path, looker))) {
        const query = path === '/api/rooms/preview' ? `?code=${room.code}` : '';
        const { status, body } = await send(`${stack().url}${filled}${query}`, {
          headers: { cookie: looker.cookie },
        });
        // Others may be forbidden or unknown, as the settings of another user.
        if (!path.includes(':')) expect(status, filled).toBe(200);
        else expect(status, filled).toBeLessThan(500);
        const text = JSON.stringify(body);
        expectNeither(text, filled);
        if (filled.includes(ann.user.id)) expect(text, filled).not.toMatch(PRIVATE);
      }
    }
  });

  test('has neither in a pending invitation', async () => {
    const invitations = await friend.api.invitations.list();
    expect(invitations).toHaveLength(1);
    expectNeither(JSON.stringify(invitations));
    expect(JSON.stringify(invitations)).not.toMatch(PRIVATE);
  });

  test('has neither over the socket nor in a search by any part of a name', async () => {
    const received = [...stranger.received, ...friend.received].map((message) => JSON.stringify(message));
    for (const part of [ann.user.username, ann.user.displayName, email.slice(-20)]) {
      const { users } = await stranger.api.profile.search({ body: { name: part } });
      received.push(JSON.stringify(users));
    }
    expect(received.length).toBeGreaterThan(10);
    for (const text of received) expectNeither(text);
  });
});

describe('data between two users', () => {
  test('is visible to the two only', async () => {
    const { user } = friend;
    expect(await stranger.api.friends.list()).toEqual([]);
    expect((await stranger.api.chat.history({ params: { userId: ann.user.id } })).messages).toEqual([]);
    expect((await stranger.api.chat.history({ params: { userId: user.id } })).messages).toEqual([]);
    const stats = stranger.api.friends.headToHead({ params: { userId: ann.user.id, friendId: user.id } });
    await expect(stats).rejects.toMatchObject({ status: 403 });
  });

  test('hides requests and invitations from a third user', async () => {
    const [request] = await ann.api.friends.requests();
    for (const third of [friend, stranger])
      for (const response of ['accepted', 'rejected'] as const)
        await expect(
          third.api.friends.respond({ body: { requestId: request?.id ?? '', response } }),
        ).rejects.toMatchObject({ status: 404 });
    const { room } = await friend.api.rooms.create({ body: { betAmount: 0 } });
    const { invitation } = await friend.api.rooms.invite({
      params: { id: room.id },
      body: { invitedId: ann.user.id },
    });
    const answered = stranger.api.invitations.respond({
      params: { id: invitation.id },
      body: { response: 'accepted' },
    });
    await expect(answered).rejects.toMatchObject({ status: 404 });
  });
});

describe('limits per minute', () => {
  const countLimited = async (times: number, once: (n: number) => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: times }, (_, n) => once(n)));
    return outcomes.filter((one) => one.status === 'rejected' && one.reason.status === 429).length;
  };

  test('thirty searches, twenty messages, twenty requests', async () => {
    const [eve, bob] = await Promise.all([Player.guest(stack().url), Player.guest(stack().url)]);
    await befriend(eve, bob);
    expect(await countLimited(35, () => eve.api.profile.search({ body: { name: 'nobody' } }))).toBe(5);
    const write = (n: number) =>
      eve.api.chat.send({ body: { targetUserId: bob.user.id, message: `message ${n}` } });
    expect(await countLimited(25, write)).toBe(5);
    const ask = () => eve.api.friends.request({ body: { requestedId: 'nobody' } });
    expect(await countLimited(25, ask)).toBe(6);
  });
});

describe('a message', () => {
  const write = (message: string) => ({ targetUserId: ann.user.id, message });

  test.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['direction marks and emoji', 'שלום \u200Fعليكم 👩‍👩‍👧'],
    ['two hundred characters', 'x'.repeat(200)],
  ])('is delivered unchanged: %s', async (_, text) => {
    const { message } = await friend.api.chat.send({ body: write(text) });
    expect(message.message).toBe(text);
    await ann.waitFor('chat_message_received', (received) => received.message === text);
  });

  test.each([
    ['nothing but blanks', '  \t '],
    ['more than 200 characters', 'x'.repeat(201)],
    ['a NUL', 'a\0b'],
    ['half a character', 'a\uD800b'],
    ['a text that turns the line around', 'a\u202Eb'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('is rejected: %s', async (_, text) => {
    const sent = friend.api.chat.send({ body: write(text) });
    await expect(sent).rejects.toMatchObject({ status: text.length > 1_000 ? 413 : 400 });
  });

  test('is from its sender, whatever other fields it has', async () => {
    const body = {
      ...write('who am I?'),
      senderId: stranger.user.id,
      userId: stranger.user.id,
      fromMe: false,
    };
    const { message } = await friend.api.chat.send({ body });
    expect(message).toMatchObject({ senderId: friend.user.id, fromMe: true });
  });
});

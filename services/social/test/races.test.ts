import { expect, test } from 'vitest';
import { ourWorld, outcomes, page, somebody, to, writing, befriend } from './world.ts';

const world = ourWorld();
const ROUNDS = 20;
const at = (n: number) => world.replicas[n % 2 === 0 ? 0 : 1];

/** Twice as many copies of each act as there are replicas, all at once. */
const atOnce = (...acts: ((n: number) => Promise<unknown>)[]) =>
  outcomes(acts.flatMap((act) => [0, 1, 2, 3].map((n) => act(n))));

const areFriends = async (ann: string, bob: string) =>
  (await world.social.friends(page(ann))).friends.some(({ userId }) => userId === bob);

test('both ask at once: they are friends, once, and nobody waits', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [somebody(), somebody()];
    const made = await atOnce(
      (n) => at(n).requestFriend(to(ann, bob)),
      (n) => at(n).requestFriend(to(bob, ann)),
    );
    expect(made.filter((code) => code === 'ok')).toHaveLength(2);
    const others = made.filter((code) => code !== 'ok');
    expect(others.every((code) => code === 'REQUEST_EXISTS' || code === 'ALREADY_FRIENDS')).toBe(true);
    expect(await areFriends(ann, bob)).toBe(true);
    for (const userId of [ann, bob])
      expect((await world.social.friendRequests({ userId })).requests).toEqual([]);
    await expect
      .poll(() => [ann, bob].flatMap((userId) => world.heard(userId, 'friendRequest')).length)
      .toBe(2);
  }
});

test('one asks and the other blocks at once: in the end there is a block and nothing else', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [somebody(), somebody()];
    const made = await atOnce(
      (n) => at(n).requestFriend(to(ann, bob)),
      (n) => at(n + 1).block(to(bob, ann)),
    );
    expect(made.slice(4)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const { relations } = await world.social.relations({ userId: bob, otherIds: [ann] });
    expect(relations).toEqual([
      { otherId: ann, friend: false, blocks: true, blockedBy: false, asked: false, askedBy: false },
    ]);
  }
});

test('a request is accepted, refused and made void at once: one of it has happened', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [somebody(), somebody()];
    const { id: requestId } = await world.social.requestFriend(to(ann, bob));
    const answer = (accept: boolean) => (n: number) =>
      at(n).answerFriendRequest({ requestId, userId: bob, accept });
    const made = await atOnce(answer(true), answer(false));
    const [accepted, rejected] = [made.slice(0, 4), made.slice(4)];
    const won = accepted.includes('ok');
    expect(accepted.every((code) => code === (won ? 'ok' : 'CONFLICT'))).toBe(true);
    expect(rejected.every((code) => code === (won ? 'CONFLICT' : 'ok'))).toBe(true);
    expect(await areFriends(ann, bob)).toBe(won);
  }
});

test('a message and the end of a friendship at once: it was written while they were friends, or not at all', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [somebody(), somebody()] as [string, string];
    await befriend(world.social, [ann, bob]);
    const [written] = await outcomes([
      at(0).sendChat(writing(ann, bob, 'last words')),
      at(1).block(to(bob, ann)),
    ]);
    const { messages } = await world.social.chatHistory({ userId: bob, otherId: ann, before: '' });
    expect(messages).toHaveLength(written === 'ok' ? 1 : 0);
    expect(written).toMatch(/^(ok|BLOCKED)$/);
  }
});

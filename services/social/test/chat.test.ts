import { expect, test } from 'vitest';
import { befriend, ourWorld, outcomes, page, people, somebody, to, writing } from './world.ts';

const world = ourWorld();

async function friends(): Promise<[string, string]> {
  const pair = [somebody(), somebody()] as [string, string];
  await befriend(world.social, pair);
  return pair;
}

const history = (userId: string, otherId: string, before = '') =>
  world.social.chatHistory({ userId, otherId, before });

/** So much time has passed since everything that was written. */
const timePasses = (seconds: number) =>
  world.sql.query(`UPDATE message SET sent_at = sent_at - make_interval(secs => $1)`, [seconds]);

test('what is written to a friend is kept, pushed once to the friend, and counted until it is read', async () => {
  const { social, replicas } = world;
  const [ann, bob] = await friends();
  const message = await social.sendChat(writing(ann, bob, '  hello  '));
  expect(message).toMatchObject({ senderId: ann, targetId: bob, text: 'hello', sentAt: expect.any(Date) });
  await expect.poll(() => world.heard(bob, 'message')).toEqual([message]);
  expect(world.heard(ann, 'message')).toEqual([]);
  for (const [mine, theirs] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    expect(await history(mine, theirs)).toEqual({ messages: [message], nextCursor: '' });
  const unread = async (userId: string) => (await social.friends(page(userId))).friends[0]?.unread;
  expect([await unread(ann), await unread(bob)]).toEqual([0, 1]);
  await replicas[1].markRead(to(bob, ann));
  await replicas[1].markRead(to(bob, ann));
  expect(await unread(bob)).toBe(0);
});

test('the same text within three seconds is the same message, and after that another', async () => {
  const { social } = world;
  const [ann, bob] = await friends();
  const first = await social.sendChat(writing(ann, bob, 'again'));
  expect(await social.sendChat(writing(ann, bob, 'again'))).toEqual(first);
  expect((await social.sendChat(writing(bob, ann, 'again'))).id).not.toBe(first.id);
  expect((await social.sendChat(writing(ann, bob, 'Again'))).id).not.toBe(first.id);
  await timePasses(3.1);
  expect((await social.sendChat(writing(ann, bob, 'again'))).id).not.toBe(first.id);
  expect((await history(ann, bob)).messages).toHaveLength(4);
});

test('the same key is the same message for ever, whatever became of the two, and of no other', async () => {
  const { social } = world;
  const [ann, bob] = await friends();
  const first = await social.sendChat(writing(ann, bob, 'keyed', 'k'));
  await timePasses(60);
  expect((await social.sendChat(writing(ann, bob, 'keyed', 'k'))).id).toBe(first.id);
  await expect(social.sendChat(writing(ann, bob, 'other', 'k'))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  await social.removeFriend(to(ann, bob));
  expect((await social.sendChat(writing(ann, bob, 'keyed', 'k'))).id).toBe(first.id);
  const [cid, dan] = await friends();
  expect((await social.sendChat(writing(cid, dan, 'keyed', 'k'))).id).not.toBe(first.id);
});

test('a hundred copies of a message are one, with and without a key, on two replicas', async () => {
  for (const key of ['', 'k']) {
    const [ann, bob] = await friends();
    const copies = Array.from({ length: 100 }, (_, n) =>
      world.replicas[n % 2 ? 0 : 1].sendChat(writing(ann, bob, 'copy', key)),
    );
    const ids = new Set((await Promise.all(copies)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect((await history(bob, ann)).messages).toHaveLength(1);
    expect((await world.social.friends(page(bob))).friends[0]?.unread).toBe(1);
    await expect.poll(() => world.heard(bob, 'message').length).toBe(1);
  }
});

test('one key for two people at once: one message, and one refusal', async () => {
  const [ann, bob] = await friends();
  const cid = somebody();
  await befriend(world.social, [ann, cid]);
  for (let round = 0; round < 10; round += 1) {
    const made = await outcomes(
      [bob, cid].map((target, n) =>
        world.replicas[n ? 0 : 1].sendChat(writing(ann, target, `round ${round}`, `r${round}`)),
      ),
    );
    expect(made.toSorted()).toEqual(['IDEMPOTENCY_KEY_REUSED', 'ok']);
  }
});

test('strangers, those who were friends, and those with a block between them do not write', async () => {
  const { social } = world;
  const [ann, bob] = [somebody(), somebody()];
  const write = (from: string, target: string) => social.sendChat(writing(from, target, 'hi'));
  await expect(write(ann, bob)).rejects.toMatchObject({ code: 'NOT_FRIENDS' });
  await expect(write(ann, ann)).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  await befriend(social, [ann, bob]);
  await write(ann, bob);
  await social.block(to(bob, ann));
  await expect(write(ann, bob)).rejects.toMatchObject({ code: 'BLOCKED' });
  await expect(write(bob, ann)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await social.unblock(to(bob, ann));
  await expect(write(ann, bob)).rejects.toMatchObject({ code: 'NOT_FRIENDS' });
  expect((await history(ann, bob)).messages).toHaveLength(1);
});

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['201 characters', 'x'.repeat(201)],
  ['a NUL', 'a\0b'],
  ['two lines', 'a\nb'],
])('a message of %s is none', async (_, text) => {
  const [ann, bob] = await friends();
  await expect(world.social.sendChat(writing(ann, bob, text))).rejects.toMatchObject({ code: 'INVALID' });
});

test('history comes by pages of fifty, newest first, each message once, also while more is written', async () => {
  const { social } = world;
  const [ann, bob] = await friends();
  const [one, other] = people(2) as [string, string];
  await befriend(social, [one, other]);
  for (let n = 0; n < 120; n += 1) {
    await social.sendChat(n % 2 ? writing(ann, bob, `n${n}`) : writing(bob, ann, `n${n}`));
    if (n % 10 === 0) await social.sendChat(writing(one, other, `other ${n}`));
  }
  const texts: string[] = [];
  let before = '';
  do {
    const { messages, nextCursor } = await history(ann, bob, before);
    expect(messages.length).toBeLessThanOrEqual(50);
    texts.push(...messages.map(({ text }) => text));
    await social.sendChat(writing(ann, bob, `later ${texts.length}`));
    before = nextCursor;
  } while (before !== '');
  expect(texts).toEqual(Array.from({ length: 120 }, (_, n) => `n${119 - n}`));
  for (const cursor of ['x', '-1', '1; DROP', '9'.repeat(30)])
    await expect(history(ann, bob, cursor)).rejects.toMatchObject({ code: 'INVALID' });
});

test('unread messages are counted up to 99', async () => {
  const [ann, bob] = await friends();
  await world.sql.query(
    `UPDATE relationship SET low_unread = 250, high_unread = 250 WHERE $1 IN (low, high)`,
    [ann],
  );
  await world.social.sendChat(writing(ann, bob, 'one more'));
  expect((await world.social.friends(page(bob))).friends[0]?.unread).toBe(99);
});

import type { UserId } from '@fifteen/domain';
import { expect, test } from 'vitest';
import { befriend, testHarness, outcomesOf, page, newUsers, newUserId, to, chatOf } from './harness.ts';

const harness = testHarness();

async function friends(): Promise<[UserId, UserId]> {
  const pair = [newUserId(), newUserId()] as [UserId, UserId];
  await befriend(harness.social, pair);
  return pair;
}

const history = (userId: UserId, otherId: UserId, before = '') =>
  harness.social.listChat({ userId, otherId, before });

/** So much time has passed since everything that was written. */
const timePasses = (seconds: number) =>
  harness.sql.query(`UPDATE message SET sent_at = sent_at - make_interval(secs => $1)`, [seconds]);

test('a message is kept, pushed once to the friend, and counted until it is read', async () => {
  const { social, replicas } = harness;
  const [ann, bob] = await friends();
  const { message } = await social.sendChat(chatOf(ann, bob, '  hello  '));
  expect(message).toMatchObject({ senderId: ann, targetId: bob, text: 'hello', sentAt: expect.any(Date) });
  await expect.poll(() => harness.received(`user.${bob}`, 'message')).toEqual([message]);
  // Beside the new friendship, for the other tabs of the sender.
  await expect.poll(() => harness.received(`user.${ann}`, 'friendsChanged')).toHaveLength(2);
  for (const [user, friend] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    expect(await history(user, friend)).toEqual({ messages: [message], nextCursor: '' });
  const unread = async (userId: UserId) => (await social.listFriends(page(userId))).friends[0]?.unread;
  expect([await unread(ann), await unread(bob)]).toEqual([0, 1]);
  await replicas[1].markRead(to(bob, ann));
  await replicas[1].markRead(to(bob, ann));
  expect(await unread(bob)).toBe(0);
  const { message: reply } = await social.sendChat(chatOf(bob, ann, 'hi'));
  await expect.poll(() => harness.received(`user.${ann}`, 'message').at(-1)).toEqual(reply);
  expect(harness.received(`user.${ann}`, 'message')).toEqual([reply]);
  expect(harness.received(`user.${bob}`, 'message')).toEqual([message]);
});

test('the same text within 3 s is the same message, later another', async () => {
  const { social } = harness;
  const sendTwice = async () => {
    const [ann, bob] = await friends();
    const start = performance.now();
    const send = async () => (await social.sendChat(chatOf(ann, bob, 'again'))).message;
    const [first, repeat] = [await send(), await send()];
    return { ann, bob, first, repeat, ms: performance.now() - start };
  };
  let sent = await sendTwice();
  // A machine that stalls may send the second message too late.
  while (sent.ms >= 3_000) sent = await sendTwice();
  const { ann, bob, first } = sent;
  expect(sent.repeat).toEqual(first);
  // The friendship, and each send: a tab of the sender expects its own.
  await expect.poll(() => harness.received(`user.${ann}`, 'friendsChanged')).toHaveLength(3);
  expect((await social.sendChat(chatOf(bob, ann, 'again'))).message.id).not.toBe(first.id);
  expect((await social.sendChat(chatOf(ann, bob, 'Again'))).message.id).not.toBe(first.id);
  await timePasses(3.1);
  expect((await social.sendChat(chatOf(ann, bob, 'again'))).message.id).not.toBe(first.id);
  expect((await history(ann, bob)).messages).toHaveLength(4);
});

test('the same key is the same message for ever, also between former friends, and for no other text', async () => {
  const { social } = harness;
  const [ann, bob] = await friends();
  const { message: first } = await social.sendChat(chatOf(ann, bob, 'keyed', 'k'));
  await timePasses(60);
  expect((await social.sendChat(chatOf(ann, bob, 'keyed', 'k'))).message.id).toBe(first.id);
  await expect(social.sendChat(chatOf(ann, bob, 'other', 'k'))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  await social.removeFriend(to(ann, bob));
  expect((await social.sendChat(chatOf(ann, bob, 'keyed', 'k'))).message.id).toBe(first.id);
  const [cid, dan] = await friends();
  expect((await social.sendChat(chatOf(cid, dan, 'keyed', 'k'))).message.id).not.toBe(first.id);
});

test('a hundred concurrent copies of a message on two replicas are one, with and without a key', async () => {
  for (const key of ['', 'k']) {
    const [ann, bob] = await friends();
    const start = performance.now();
    const copies = Array.from(
      { length: 100 },
      async (_, n) => (await harness.replicas[n % 2 ? 0 : 1].sendChat(chatOf(ann, bob, 'copy', key))).message,
    );
    const ids = new Set((await Promise.all(copies)).map(({ id }) => id));
    // Without a key, a copy that a busy machine sends three seconds later is another message.
    const windows = key ? 0 : Math.floor((performance.now() - start) / 3_000);
    expect(ids.size).toBeLessThanOrEqual(1 + windows);
    expect((await history(bob, ann)).messages).toHaveLength(ids.size);
    expect((await harness.social.listFriends(page(bob))).friends[0]?.unread).toBe(ids.size);
    await expect.poll(() => harness.received(`user.${bob}`, 'message').length).toBe(ids.size);
  }
});

test('one key for two concurrent messages to two users sends one and rejects the other', async () => {
  const [ann, bob] = await friends();
  const cid = newUserId();
  await befriend(harness.social, [ann, cid]);
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await outcomesOf(
      [bob, cid].map(
        async (target, n) =>
          (await harness.replicas[n ? 0 : 1].sendChat(chatOf(ann, target, `round ${round}`, `r${round}`)))
            .message,
      ),
    );
    expect(outcomes.toSorted()).toEqual(['IDEMPOTENCY_KEY_REUSED', 'ok']);
  }
});

test('rejects messages between strangers, former friends and users with a block', async () => {
  const { social } = harness;
  const [ann, bob] = [newUserId(), newUserId()];
  const write = async (from: UserId, target: UserId) =>
    (await social.sendChat(chatOf(from, target, 'hi'))).message;
  await expect(write(ann, bob)).rejects.toMatchObject({ code: 'NOT_FRIENDS' });
  await expect(write(ann, ann)).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  await befriend(social, [ann, bob]);
  await write(ann, bob);
  await social.block(to(bob, ann));
  await expect(write(ann, bob)).rejects.toMatchObject({ code: 'BLOCKED' });
  await expect(write(bob, ann)).rejects.toMatchObject({ code: 'BLOCKED_BY_YOU' });
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
])('rejects a message of %s', async (_, text) => {
  const [ann, bob] = await friends();
  await expect(harness.social.sendChat(chatOf(ann, bob, text))).rejects.toMatchObject({ code: 'INVALID' });
});

test('lists messages in pages of 50, newest first, each once, also while more are sent', async () => {
  const { social } = harness;
  const [ann, bob] = await friends();
  const [one, other] = newUsers(2) as [UserId, UserId];
  await befriend(social, [one, other]);
  for (let n = 0; n < 120; n += 1) {
    await social.sendChat(n % 2 ? chatOf(ann, bob, `n${n}`) : chatOf(bob, ann, `n${n}`));
    if (n % 10 === 0) await social.sendChat(chatOf(one, other, `other ${n}`));
  }
  const texts: string[] = [];
  let before = '';
  do {
    const { messages, nextCursor } = await history(ann, bob, before);
    expect(messages.length).toBeLessThanOrEqual(50);
    texts.push(...messages.map(({ text }) => text));
    await social.sendChat(chatOf(ann, bob, `later ${texts.length}`));
    before = nextCursor;
  } while (before !== '');
  expect(texts).toEqual(Array.from({ length: 120 }, (_, n) => `n${119 - n}`));
  for (const cursor of ['x', '-1', '1; DROP', '9'.repeat(30)])
    await expect(history(ann, bob, cursor)).rejects.toMatchObject({ code: 'INVALID' });
});

test('counts at most 99 unread messages', async () => {
  const [ann, bob] = await friends();
  await harness.sql.query(
    `UPDATE relationship SET low_unread = 250, high_unread = 250 WHERE $1 IN (low, high)`,
    [ann],
  );
  await harness.social.sendChat(chatOf(ann, bob, 'one more'));
  expect((await harness.social.listFriends(page(bob))).friends[0]?.unread).toBe(99);
});

import { SocialService } from '@fifteen/proto/social';
import { connectRpc, isAppError, Lifecycle } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers, log, page, patient, somebody, to, tokenOf, writing, type Social } from './world.ts';

/** A real process, killed as by `kill -9` between a commit and its answer: whoever asks again finds it done once. */
const lifecycle = new Lifecycle(log);
let stack: Stack;
let social: Social;

beforeAll(async () => {
  const env = { RPC_CALLERS: callers, RPC_TOKEN: tokenOf('social') };
  stack = await startStack({ services: ['social'], own: true, env: { social: env } });
  const address = stack.addresses('social')[0]!;
  const options = { name: 'social', service: SocialService, address, token: tokenOf('gateway') };
  social = patient(connectRpc(options, { lifecycle }).calls);
}, 60_000);
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

/** Repeats a call until somebody answers it, as every caller does who does not know what became of it. */
async function steadily<T>(call: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 40_000; ;) {
    try {
      return await call();
    } catch (error) {
      if (!isAppError(error, 'SERVICE_UNAVAILABLE') || Date.now() > end) throw error;
    }
  }
}

/** Does something that kills the service at that point, and starts it again. Nobody repeats the act. */
async function dieAt(point: string, act: () => Promise<unknown>): Promise<void> {
  const [unit] = stack.service('social');
  await unit!.kill9();
  await unit!.start({ FAILPOINT: point });
  while (unit!.pid !== undefined) await act().catch(() => undefined);
  expect(await unit!.gone).toBe('SIGKILL');
  await unit!.start();
}

const friendsOf = async (userId: string) =>
  (await steadily(() => social.friends(page(userId)))).friends.map((friend) => friend.userId);

test('killed after a request was written down: it waits, once', async () => {
  const [ann, bob] = [somebody(), somebody()];
  await dieAt('social.ask.after-commit', () => social.requestFriend(to(ann, bob)));
  const again = steadily(() => social.requestFriend(to(ann, bob)));
  await expect(again).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  expect((await steadily(() => social.friendRequests({ userId: bob }))).requests).toHaveLength(1);
}, 60_000);

test('killed after a request was accepted: they are friends, and a repeat says so', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { id: requestId } = await steadily(() => social.requestFriend(to(ann, bob)));
  const accept = () => social.answerFriendRequest({ requestId, userId: bob, accept: true });
  await dieAt('social.answer.after-commit', accept);
  await steadily(accept);
  expect(await friendsOf(ann)).toEqual([bob]);
}, 60_000);

test('killed after a message was written: the message repeated under its key is that message', async () => {
  const [ann, bob] = [somebody(), somebody()];
  await steadily(() => social.requestFriend(to(ann, bob)));
  await steadily(() => social.requestFriend(to(bob, ann)));
  const write = () => social.sendChat(writing(ann, bob, 'still there?', 'key'));
  await dieAt('social.write.after-commit', write);
  const { id } = await steadily(write);
  const { messages } = await steadily(() => social.chatHistory({ userId: bob, otherId: ann, before: '' }));
  expect(messages.map((message) => message.id)).toEqual([id]);
}, 60_000);

test('killed after a block: it stands, and the friendship is over', async () => {
  const [ann, bob] = [somebody(), somebody()];
  await steadily(() => social.requestFriend(to(ann, bob)));
  await steadily(() => social.requestFriend(to(bob, ann)));
  await dieAt('social.block.after-commit', () => social.block(to(ann, bob)));
  expect((await steadily(() => social.blocked({ userId: ann }))).userIds).toEqual([bob]);
  expect(await friendsOf(bob)).toEqual([]);
}, 60_000);

import { withRetries } from '@fifteen/testkit';
import type { UserId } from '@fifteen/domain';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import { Lifecycle } from '@fifteen/runtime';
import { crashAt, startStack, type Stack } from '@fifteen/testkit/stack';
import { connectAs, log, tokensOf } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, newUserId, to, chatOf, type Social } from './harness.ts';

/** A real process, killed by SIGKILL between a commit and its response: a client that repeats the call finds it done once. */
const lifecycle = new Lifecycle(log);
let stack: Stack;
let social: Social;

beforeAll(async () => {
  stack = await startStack({ services: ['social'], own: true, env: { social: tokensOf('social') } });
  const [address = ''] = stack.addresses('social');
  social = connectAs('gateway', SocialServiceDefinition, address, lifecycle);
}, 60_000);
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

const friendsOf = async (userId: UserId) =>
  (await withRetries(() => social.listFriends(page(userId)))).friends.map((friend) => friend.userId);

test('a crash after the commit of a request leaves one pending request', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  await crashAt(stack, 'social.request-friend.after-commit', () => social.requestFriend(to(ann, bob)));
  const repeated = withRetries(() => social.requestFriend(to(ann, bob)));
  await expect(repeated).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  expect((await withRetries(() => social.listFriendRequests({ userId: bob }))).requests).toHaveLength(1);
}, 60_000);

test('a crash after the commit of an acceptance leaves two friends, and a repeat succeeds', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: requestId } = await withRetries(async () => (await social.requestFriend(to(ann, bob))).request);
  const accept = async () =>
    (await social.answerFriendRequest({ requestId, userId: bob, accept: true })).request;
  await crashAt(stack, 'social.answer-friend-request.after-commit', accept);
  await withRetries(accept);
  expect(await friendsOf(ann)).toEqual([bob]);
}, 60_000);

test('a crash after the commit of a message: a repeat with its key returns that message', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  await withRetries(async () => (await social.requestFriend(to(ann, bob))).request);
  await withRetries(async () => (await social.requestFriend(to(bob, ann))).request);
  const write = async () => (await social.sendChat(chatOf(ann, bob, 'still there?', 'key'))).message;
  await crashAt(stack, 'social.send-chat.after-commit', write);
  const { id } = await withRetries(write);
  const { messages } = await withRetries(() => social.listChat({ userId: bob, otherId: ann, before: '' }));
  expect(messages.map((message) => message.id)).toEqual([id]);
}, 60_000);

test('a crash after the commit of a block leaves the block and no friendship', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  await withRetries(async () => (await social.requestFriend(to(ann, bob))).request);
  await withRetries(async () => (await social.requestFriend(to(bob, ann))).request);
  await crashAt(stack, 'social.block.after-commit', () => social.block(to(ann, bob)));
  expect((await withRetries(() => social.listBlocked({ userId: ann }))).userIds).toEqual([bob]);
  expect(await friendsOf(bob)).toEqual([]);
}, 60_000);

import { FRIENDS_PAGE, toUserId, type UserId } from '@fifteen/domain';
import type { ListFriendsRequest, ListFriendsResponse } from '@fifteen/proto/social';
import { expect, test, vi } from 'vitest';
import { FriendList } from '../src/social/friend-list.ts';

const USER = toUserId('ann');
const FRIENDS = Array.from({ length: FRIENDS_PAGE + 1 }, (_, n) => toUserId(`friend-${1_000 + n}`));

/** Social with more than a page of friends, and a list of them while none is online. */
function longList() {
  const listFriends = vi.fn(async (request: ListFriendsRequest): Promise<ListFriendsResponse> => {
    const { cursor, limit, unread } = request;
    const ids = unread ? [] : FRIENDS.filter((id) => id > cursor).slice(0, limit);
    const isLast = unread || ids.at(-1) === FRIENDS.at(-1);
    const friends = ids.map((userId) => ({ userId, since: new Date(), unread: 0 }));
    return { friends, nextCursor: isLast ? '' : (ids.at(-1) ?? ''), total: FRIENDS.length };
  });
  const presence = {
    allOnline: async () => ({ ids: new Set<UserId>(), sorted: [] }),
    onlineAmong: async () => new Set<UserId>(),
  };
  const friendList = new FriendList({ clients: { social: { listFriends } }, presence } as never);
  return { friendList, counted: () => listFriends.mock.calls.filter(([request]) => !request.withoutTotal) };
}

test('has the friends of a long list counted once for its pages', async () => {
  const { friendList, counted } = longList();
  const first = await friendList.page(USER, FRIENDS_PAGE);
  expect([first.total, first.listed.length]).toEqual([FRIENDS.length, FRIENDS_PAGE]);
  expect((await friendList.page(USER, FRIENDS_PAGE, first.nextCursor)).listed).toHaveLength(1);
  expect((await friendList.page(USER, FRIENDS_PAGE)).total).toBe(FRIENDS.length);
  expect(counted()).toHaveLength(1);
});

test('has no friends counted to find those who are online', async () => {
  const { friendList, counted } = longList();
  expect(await friendList.online(USER)).toEqual([]);
  expect(counted()).toEqual([]);
});

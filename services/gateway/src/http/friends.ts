import type { Cards } from '../cards.ts';
import type { FriendList } from '../friend-list.ts';
import { chatMessageOf, foundUser, friendOf, friendRequestOf } from '../friends.ts';
import type { Limits } from '../limits.ts';
import { assertThere, naming, type Neighbours } from '../neighbours.ts';
import { listed } from '../people.ts';
import type { Handlers } from './handler.ts';
import { keyIn } from './idempotency.ts';

interface Parts {
  neighbours: Pick<Neighbours, 'identity' | 'social'>;
  cards: Cards;
  limits: Limits;
  friendList: FriendList;
}

/** Friends and requests. Games of two against each other are not social's to know. */
export function friendHandlers(parts: Parts): Handlers<'friends', 'headToHead'> {
  const { neighbours, cards, limits, friendList } = parts;
  const { social } = neighbours;
  return {
    list: async ({ who, query, reply }) => {
      const page = await friendList.page(who.userId, query.limit, query.cursor);
      await cards.load(page.listed.map(({ friend }) => friend.userId));
      if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
      if (page.total !== undefined) reply.header('x-total-count', page.total);
      return page.listed.map(({ friend, online }) => friendOf(friend, online, cards.shown));
    },
    requests: async ({ who }) => {
      const { requests } = await social.listFriendRequests({ userId: who.userId });
      await cards.load(requests.map(({ requesterId }) => requesterId));
      return requests.map((request) => friendRequestOf(request, cards.shown));
    },
    request: async ({ who: { userId }, body: { requestedId: otherId } }) => {
      await limits.act('befriend', userId);
      await assertThere(neighbours, otherId);
      const asked = await naming('USER_NOT_FOUND', social.requestFriend({ userId, otherId }));
      await cards.load([asked.requesterId]);
      const request = friendRequestOf(asked, cards.shown);
      const message =
        request.status === 'accepted' ? 'You are friends now' : 'Friend request sent successfully';
      return { message, request };
    },
    respond: async ({ who: { userId }, body: { requestId, response } }) => {
      await limits.act('relate', userId);
      const accept = response === 'accepted';
      const answered = await social.answerFriendRequest({ requestId, userId, accept });
      await cards.load([answered.requesterId]);
      return { request: friendRequestOf(answered, cards.shown) };
    },
    remove: async ({ who: { userId }, params: { id: otherId } }) => {
      await limits.act('relate', userId);
      await social.removeFriend({ userId, otherId });
      return undefined;
    },
  };
}

/** Messages between friends. */
export const chatHandlers = ({ neighbours: { social }, cards, limits }: Parts): Handlers<'chat'> => ({
  send: async ({ who: { userId: senderId }, body, request }) => {
    await limits.act('chat', senderId);
    const { targetUserId: targetId, message: text } = body;
    const message = await social.sendChat({ senderId, targetId, text, key: keyIn(request.headers) });
    await cards.load([senderId]);
    return { message: chatMessageOf(message, senderId, cards.shown) };
  },
  history: async ({ who: { userId }, params: { userId: otherId }, query: { before = '' } }) => {
    const { messages, nextCursor } = await social.listChat({ userId, otherId, before });
    await cards.load([userId, otherId]);
    return {
      messages: messages.map((message) => chatMessageOf(message, userId, cards.shown)),
      nextCursor: nextCursor || null,
    };
  },
  read: async ({ who: { userId }, params: { userId: otherId } }) => {
    await social.markRead({ userId, otherId });
    return undefined;
  },
});

/** People one does not want to meet. */
export const blockHandlers = ({ neighbours, cards, limits }: Parts): Handlers<'blocks'> => ({
  list: async ({ who: { userId } }) => {
    const { userIds } = await neighbours.social.listBlocked({ userId });
    await cards.load(userIds);
    return { users: userIds.map((id) => listed(cards.show(id))) };
  },
  block: async ({ who: { userId }, params: { id: otherId } }) => {
    await limits.act('relate', userId);
    await assertThere(neighbours, otherId);
    await naming('USER_NOT_FOUND', neighbours.social.block({ userId, otherId }));
    return undefined;
  },
  unblock: async ({ who: { userId }, params: { id: otherId } }) => {
    await limits.act('relate', userId);
    await neighbours.social.unblock({ userId, otherId });
    return undefined;
  },
});

/** People by a part of their name; nobody with a block between them and oneself. */
export const searchHandlers = ({
  neighbours,
  cards,
  limits,
}: Parts): Pick<Handlers<'profile'>, 'search'> => ({
  search: async ({ who: { userId }, body: { name } }) => {
    await limits.act('search', userId);
    const { accounts } = await neighbours.identity.searchAccounts({ name });
    const otherIds = accounts.map(({ id }) => id).filter((id) => id !== userId);
    const [{ relations }] = await Promise.all([
      neighbours.social.getRelations({ userId, otherIds }),
      cards.meet(accounts),
    ]);
    const known = new Map(relations.map((relation) => [relation.otherId, relation]));
    const users = accounts.flatMap(({ id }) => {
      const relation = known.get(id);
      return relation?.blocks || relation?.blockedBy ? [] : [foundUser(cards.show(id), relation)];
    });
    return { users };
  },
});

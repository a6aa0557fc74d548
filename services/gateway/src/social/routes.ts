import type { ProfileCache } from '../players/profile-cache.ts';
import type { FriendList } from './friend-list.ts';
import { toChatMessage, toFoundUser, toFriend, toFriendRequest } from '../translation/social.ts';
import type { Limits } from '../edge/limits.ts';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import { toListEntry } from '../translation/player.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { idempotencyKey } from '../edge/idempotency.ts';

interface Deps {
  clients: Pick<Clients, 'identity' | 'social'>;
  profiles: ProfileCache;
  limits: Limits;
  friendList: FriendList;
}

/** Friends and requests. Games of two against each other are not social's to know. */
export function friendRoutes(deps: Deps): RouteHandlers<'friends', 'headToHead'> {
  const { clients, profiles, limits, friendList } = deps;
  const { social } = clients;
  return {
    list: async ({ caller, query, reply }) => {
      const page = await friendList.page(caller.userId, query.limit, query.cursor);
      await profiles.load(page.listed.map(({ friend }) => friend.userId));
      if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
      if (page.total !== undefined) reply.header('x-total-count', page.total);
      return page.listed.map(({ friend, online }) => toFriend(friend, online, profiles.lookup));
    },
    requests: async ({ caller }) => {
      const { requests } = await social.listFriendRequests({ userId: caller.userId });
      await profiles.load(requests.map(({ requesterId }) => requesterId));
      return requests.map((request) => toFriendRequest(request, profiles.lookup));
    },
    request: async ({ caller: { userId }, body: { requestedId: otherId } }) => {
      await limits.action('requestFriend', userId);
      await assertUserExists(clients, otherId);
      const { request: sent } = await social.requestFriend({ userId, otherId });
      await profiles.load([sent.requesterId]);
      const request = toFriendRequest(sent, profiles.lookup);
      const message =
        request.status === 'accepted' ? 'You are friends now' : 'Friend request sent successfully';
      return { message, request };
    },
    respond: async ({ caller: { userId }, body: { requestId, response } }) => {
      await limits.action('changeRelation', userId);
      const accept = response === 'accepted';
      const { request: answered } = await social.answerFriendRequest({ requestId, userId, accept });
      await profiles.load([answered.requesterId]);
      return { request: toFriendRequest(answered, profiles.lookup) };
    },
    remove: async ({ caller: { userId }, params: { id: otherId } }) => {
      await limits.action('changeRelation', userId);
      await social.removeFriend({ userId, otherId });
      return undefined;
    },
  };
}

/** Messages between friends. */
export const chatRoutes = ({ clients: { social }, profiles, limits }: Deps): RouteHandlers<'chat'> => ({
  send: async ({ caller: { userId: senderId }, body, request }) => {
    await limits.action('chat', senderId);
    const { targetUserId: targetId, message: text } = body;
    const { message } = await social.sendChat({
      senderId,
      targetId,
      text,
      key: idempotencyKey(request.headers),
    });
    await profiles.load([senderId]);
    return { message: toChatMessage(message, senderId, profiles.lookup) };
  },
  history: async ({ caller: { userId }, params: { userId: otherId }, query: { before = '' } }) => {
    const { messages, nextCursor } = await social.listChat({ userId, otherId, before });
    await profiles.load([userId, otherId]);
    return {
      messages: messages.map((message) => toChatMessage(message, userId, profiles.lookup)),
      nextCursor: nextCursor || null,
    };
  },
  read: async ({ caller: { userId }, params: { userId: otherId } }) => {
    await social.markRead({ userId, otherId });
    return undefined;
  },
});

/** Blocked players. */
export const blockRoutes = ({ clients, profiles, limits }: Deps): RouteHandlers<'blocks'> => ({
  list: async ({ caller: { userId } }) => {
    const { userIds } = await clients.social.listBlocked({ userId });
    await profiles.load(userIds);
    return { users: userIds.map((id) => toListEntry(profiles.get(id))) };
  },
  block: async ({ caller: { userId }, params: { id: otherId } }) => {
    await limits.action('changeRelation', userId);
    await assertUserExists(clients, otherId);
    await clients.social.block({ userId, otherId });
    return undefined;
  },
  unblock: async ({ caller: { userId }, params: { id: otherId } }) => {
    await limits.action('changeRelation', userId);
    await clients.social.unblock({ userId, otherId });
    return undefined;
  },
});

/** Finds players by a part of their name, except those with a block between them and the caller. */
export const userSearchRoutes = ({
  clients,
  profiles,
  limits,
}: Deps): Pick<RouteHandlers<'profile'>, 'search'> => ({
  search: async ({ caller: { userId }, body: { name } }) => {
    await limits.action('search', userId);
    const { accounts } = await clients.identity.searchAccounts({ name });
    const otherIds = accounts.map(({ id }) => id).filter((id) => id !== userId);
    const [{ relations }] = await Promise.all([
      clients.social.getRelations({ userId, otherIds }),
      profiles.loadAccounts(accounts),
    ]);
    const known = new Map(relations.map((relation) => [relation.otherId, relation]));
    const users = accounts.flatMap(({ id }) => {
      const relation = known.get(id);
      return relation?.blocks || relation?.blockedBy ? [] : [toFoundUser(profiles.get(id), relation)];
    });
    return { users };
  },
});

import type { Seed } from './seed.ts';

const source = (name: string): string => `services/social/src/${name}.ts`;

export const social: readonly Seed[] = [
  {
    file: source('rpc/answer-friend-request'),
    text: ` AND requester_id <> $2 FOR UPDATE`,
    mutant: ` FOR UPDATE`,
    breaks: 'only the recipient accepts a friend request',
    test: 'friends',
  },
  {
    file: source('rpc/request-friend'),
    text: `assertNotBlocked(relationship);`,
    mutant: ``,
    breaks: 'a blocked user sends no friend request',
    test: 'blocks',
  },
  {
    file: source('rpc/send-chat'),
    text: `if (!relationship?.areFriends) throw new AppError('NOT_FRIENDS');`,
    mutant: ``,
    breaks: 'a message reaches friends only',
    test: 'chat',
  },
  {
    file: source('rpc/block'),
    text: `SET friends_since = NULL,`,
    mutant: `SET`,
    breaks: 'a block ends the friendship',
    test: 'blocks',
  },
  {
    file: source('rpc/request-friend'),
    text: `WHERE friend_request_quota.n < $2`,
    mutant: `WHERE $2 > 0`,
    breaks: 'a user sends twenty friend requests a day',
    test: 'friends',
  },
  {
    file: source('rpc/list-blocked-either-way'),
    text: `.orWhereNotNull('blocked_at')`,
    mutant: ``,
    breaks: 'matchmaking learns of blocks in both directions',
    test: 'blocks',
  },
];

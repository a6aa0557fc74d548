import type { Seed } from './seed.ts';

const source = (name: string): string => `services/room/src/${name}.ts`;

export const room: readonly Seed[] = [
  {
    file: source('db/snapshot'),
    text: `return room.private ? 'outsider' : 'stranger';`,
    mutant: `return 'stranger';`,
    breaks: 'a private room admits invited users only',
    test: 'invitations',
  },
  {
    file: source('rpc/create-match'),
    text: `bet !== 0 && playerIds.some(isBot)`,
    mutant: `bet < 0 && playerIds.some(isBot)`,
    breaks: 'a computer player has no stake',
    test: 'matches',
  },
  {
    file: source('workflows/start-round'),
    text: `UPDATE participant SET agreed = false WHERE`,
    mutant: `UPDATE participant SET agreed = agreed WHERE`,
    breaks: 'the consent of a player is for one game',
    test: 'rooms',
  },
  {
    file: source('workflows/leave-room'),
    text: `const start = gameStartOf(roomId, open.round, open);`,
    mutant: `const start = undefined;`,
    breaks: 'leaving calls off a game that the game service does not know yet',
    test: 'leaving-starts',
  },
  {
    file: source('rpc/answer-rematch'),
    text: `AND requested_id = $2`,
    mutant: `AND $2 IN (requested_id, requester_id)`,
    breaks: 'only the opponent accepts a rematch',
    test: 'rematch',
  },
  {
    file: source('workflows/agree-rematch'),
    text: `last.playerIds.find((id) => id !== last.xPlayerId)`,
    mutant: `last.xPlayerId`,
    breaks: 'a rematch swaps the seats',
    test: 'rematch',
  },
  {
    file: source('domain/blocks'),
    text: `blockedIds.includes(player.userId)`,
    mutant: `!blockedIds.includes(player.userId) && player.userId === userId`,
    breaks: 'a block keeps a user out of the room',
    test: 'invitations',
  },
  {
    file: source('rpc/create-room'),
    text: `FROM room WHERE creator_id = $1 AND request_id = $2`,
    mutant: `FROM room WHERE request_id = $2`,
    breaks: 'owners have request ids of their own',
    test: 'rooms',
  },
  {
    file: source('db/locks'),
    text: `FROM (SELECT DISTINCT hashtextextended(id, 0) AS key FROM unnest($1::text[]) AS id ORDER BY key) AS keys`,
    mutant: `FROM (SELECT hashtextextended(id, 0) AS key FROM unnest($1::text[]) AS id) AS keys`,
    breaks: 'matches lock their players in one order',
    test: 'concurrency',
  },
];

import type { Seed } from './seed.ts';

const source = (name: string): string => `services/gateway/src/${name}.ts`;

const api = source('edge/api');
const socketServer = source('realtime/socket-server');

export const gateway: readonly Seed[] = [
  {
    file: api,
    text: `(request.ws || isChange) &&`,
    mutant: `isChange &&`,
    breaks: 'a foreign page opens no socket',
    test: 'threats/session-and-origin',
  },
  {
    file: api,
    text: `(request.ws || isChange) &&`,
    mutant: `request.ws &&`,
    breaks: 'a foreign page calls nothing that changes state',
    test: 'threats/session-and-origin',
  },
  {
    file: api,
    text: `if (!needsSession && (!isChange || expectedUser === undefined)) return;`,
    mutant: `if (!needsSession) return;`,
    breaks: 'a tab that shows the last user ends no session of the next one',
    test: 'accounts',
  },
  {
    file: source('matchmaking/searches'),
    text: `search.left || isIdleIn(userId, room, game)`,
    mutant: `search.left`,
    breaks: 'a search ends with a match that its player did not see',
    test: 'searches',
  },
  {
    file: socketServer,
    text: `  maxPayload: FRAME_MAX_BYTES,
`,
    mutant: ``,
    breaks: 'a frame has 16 KiB at most',
    test: 'fuzz/websocket-protocol',
  },
  {
    file: source('realtime/connection-handlers'),
    text: `if (userId !== connection.userId) return connection.close(CLOSE.forbidden, 'not your session');`,
    mutant: ``,
    breaks: 'the session names the user of a socket, not the client',
    test: 'socket',
  },
  {
    file: source('shop/award-routes'),
    text: `if (body.userId !== caller.userId) throw new AppError('FORBIDDEN');`,
    mutant: ``,
    breaks: 'an award is for the caller',
    test: 'threats/awards',
  },
  {
    file: 'packages/contract/src/http/play.ts',
    text: `amount: oneOf([AI_WIN_AWARD], 'INVALID_AMOUNT')`,
    mutant: `amount: z.number()`,
    breaks: 'the client does not name the amount of an award',
    test: 'threats/awards',
  },
  {
    file: source('progress/routes'),
    text: `if (userId !== caller.userId) throw new AppError('FORBIDDEN');`,
    mutant: ``,
    breaks: 'the games of two other players are private',
    test: 'privacy',
  },
  {
    file: source('rooms/rooms'),
    text: `if (room?.id !== roomId) throw new AppError('ROOM_NOT_FOUND');
    return`,
    mutant: `if (room?.id !== roomId) return { ...(await this.view(userId, roomId)), game: undefined };
    return`,
    breaks: 'join_room opens the own room only',
    test: 'permissions',
  },
  {
    file: source('game/routes'),
    text: `if (!isOver(state) && !(await mayWatch(clients, state, caller.userId))) {`,
    mutant: `if (!isOver(state) && !(await mayWatch(clients, state, state.xPlayerId))) {`,
    breaks: 'a running game is visible in its room only',
    test: 'socket',
  },
  {
    file: source('translation/player'),
    text: `  username: account.username,
`,
    mutant: `  username: account.username,
  email: account.email,
`,
    breaks: 'other users see no e-mail address',
    test: 'threats/people',
  },
  {
    file: source('edge/app'),
    text: `trustProxy: (_, hop) => hop < options.hops,`,
    mutant: `trustProxy: true,`,
    breaks: 'a client does not name its own address',
    test: 'edge',
  },
  {
    file: source('edge/idempotency'),
    text: `idempotency:\${userId}:`,
    mutant: `idempotency:`,
    breaks: 'a user gets no stored response of another',
    test: 'idempotency',
  },
  {
    file: source('edge/api'),
    text: `await limits.session(caller.sessionId);`,
    mutant: ``,
    breaks: 'a session has a limit of requests',
    test: 'threats/floods',
  },
  {
    file: source('rooms/rooms'),
    text: `await limits.joinRoom(userId, actor.ip);`,
    mutant: ``,
    breaks: 'a player has a limit of room codes',
    test: 'rooms',
  },
  {
    file: source('auth/sessions'),
    text: `entry !== undefined && performance.now() < entry.freshUntil;`,
    mutant: `entry !== undefined;`,
    breaks: 'a cached session is authenticated again after its time',
    test: 'sessions',
  },
  {
    file: socketServer,
    text: `if (ended.has(connection.caller)) connection.close(CLOSE.unauthenticated, 'session ended');`,
    mutant: `void ended.has(connection.caller);`,
    breaks: 'a session that ended without a push closes its socket',
    test: 'connection',
  },
  {
    file: source('realtime/fanout'),
    text: `receivers.has(connection.userId) && connection.write(frame)`,
    mutant: `connection.write(frame)`,
    breaks: 'no chat is sent across a block',
    test: 'fanout',
  },
  {
    file: source('rooms/rooms'),
    text: `await blockGuard.assertNotBlocked(userId, invitedId);`,
    mutant: `{ friends: blockGuard !== undefined };`,
    breaks: 'no invitation is sent across a block',
    test: 'friends',
  },
  {
    file: source('shop/gifts'),
    text: `if (!relation?.friend || relation.blocks)`,
    mutant: `if (relation?.blocks)`,
    breaks: 'gifts are for friends',
    test: 'gifts',
  },
  {
    file: source('realtime/game-update-differ'),
    text: `if (final && isOver(state) && !seen.over && state`,
    mutant: `if (final && isOver(state) && state`,
    breaks: 'a client gets the end of a game once',
    test: 'game-update-differ',
  },
  {
    file: source('rooms/resync'),
    text: `    if (snapshot) {
`,
    mutant: `    if (snapshot && connection.room) {
`,
    breaks: 'a client that reconnects gets its room and game',
    test: 'rooms',
  },
  {
    file: source('game/socket-handlers'),
    text: `userId, seat: toMark(seat), text };`,
    mutant: `userId, seat: toMark('O'), text };`,
    breaks: 'a chat message has the side of its sender',
    test: 'socket',
  },
];

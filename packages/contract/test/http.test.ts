import { isErrorCode } from '@fifteen/domain';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createApi, type ApiRequest } from '../src/client.ts';
import { call } from '../src/http/call.ts';
import { calls, ErrorBody, PublicUser, errorResponse, User, type Call, type Game } from '../src/index.ts';
import { routes } from '../src/routes.ts';
import { game, user } from './samples.ts';

const all: [string, Call][] = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries(its).map(([name, call]): [string, Call] => [`${group}.${name}`, call]),
);

describe('the table of calls', () => {
  it.each(all)('%s has its parts and can be printed as OpenAPI', (_, call) => {
    expect(call.path).toMatch(/^\/api(\/:?[a-z][a-zA-Z-]*)+$/);
    expect(call.summary).not.toBe('');
    expect('params' in call).toBe(call.path.includes(':'));
    expect('headers' in call).toBe(!['GET', 'HEAD'].includes(call.method));
    for (const schema of [call.params, call.query, call.body, call.headers]) {
      if (schema) expect(z.toJSONSchema(schema, { io: 'input' })).toBeTypeOf('object');
    }
    for (const [status, schema] of Object.entries(call.responses)) {
      expect(status).toMatch(/^(20[014]|[45]xx)$/);
      expect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).toBeTypeOf('object');
    }
    const codes = [...call.description.matchAll(/[A-Z]+(?:_[A-Z]+)+/g)].map(([code]) => code);
    expect(codes.every(isErrorCode)).toBe(true);
  });

  it('marks the calls that the services themselves repeat, so that no response is stored for them', () => {
    const idempotent = all.flatMap(([name, call]) => (call.idempotent ? [name] : []));
    expect(idempotent).toEqual([
      'auth.upgrade',
      'system.heartbeat',
      'gifts.seen',
      'chat.read',
      'progress.acknowledge',
      'progress.rankSeen',
    ]);
  });

  it('lists UNAUTHORIZED for each change, and a reused key where responses are stored', () => {
    const changes = all.map(([, call]) => call).filter(({ method }) => !['GET', 'HEAD'].includes(method));
    for (const { path, errors, session, idempotent } of changes) {
      expect(errors, path).toContain('UNAUTHORIZED');
      expect(errors.includes('IDEMPOTENCY_KEY_REUSED'), path).toBe(session !== false && !idempotent);
    }
  });

  it('does not compile with a property that nothing reads', () => {
    // @ts-expect-error the property is called `idempotent`
    call(routes.system.heartbeat, { summary: '', repeatable: true, ok: { 200: z.object({}) } });
  });

  it('has no two calls at one place', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('bodies', () => {
  const awardOf = (overrides: object) =>
    calls.coins.award.body.safeParse({ userId: 'u1', amount: 100, reason: 'ai_win', ...overrides });

  it('a quick match has the offered bets, and a million by default', () => {
    const { body } = calls.matchmaking.join;
    expect(body.parse({})).toEqual({ betAmount: 1_000_000 });
    for (const betAmount of [0, 5_000, 1_000_000]) expect(body.parse({ betAmount })).toEqual({ betAmount });
    for (const betAmount of [4_999, -5_000, '5000', 5_000.5, null, Number.NaN, 50_000, 1e308]) {
      expect(body.safeParse({ betAmount }).error?.issues[0]?.message).toBe('INVALID_BET');
    }
  });

  it('a room code is plain text, without the blanks around it', () => {
    for (const schema of [calls.rooms.join.body, calls.rooms.preview.query]) {
      expect(schema.parse({ code: ' abcd2345\n' })).toMatchObject({ code: 'ABCD2345' });
      expect(schema.safeParse({ code: 'ABCD\0' }).error?.issues[0]?.message).toBe('must be plain text');
      for (const body of [{}, { code: ' ' }])
        expect(schema.safeParse(body).error?.issues[0]?.message).toBe('ROOM_CODE_REQUIRED');
    }
  });

  it('an award is 100, with or without the game', () => {
    expect(awardOf({}).success).toBe(true);
    expect(
      awardOf({ game: { id: 'local-game-1', difficulty: 'hard', moves: [1, 2, 6, 3, 11] } }).success,
    ).toBe(true);
    for (const amount of [1e9, -100, '100', 100.5]) {
      expect(awardOf({ amount }).error?.issues[0]?.message).toBe('INVALID_AMOUNT');
    }
    for (const overrides of [
      { reason: 'x'.repeat(65) },
      { reason: 5 },
      { game: null },
      { game: { difficulty: 'hard', moves: [0, 1, 2, 3, 4] } },
      { game: { difficulty: 'hard', moves: [1, 2] } },
      { game: { difficulty: 'brutal', moves: [1, 2, 6, 3, 11] } },
      { userId: 'u 1' },
    ]) {
      expect(awardOf(overrides).success, JSON.stringify(overrides)).toBe(false);
    }
  });

  it('a move is any integer, and nothing that resembles one', () => {
    const { body } = calls.games.move;
    for (const position of [0, 8, 16]) expect(body.safeParse({ position }).success).toBe(true);
    for (const position of ['8', 8.5, null, [8], 2 ** 53])
      expect(body.safeParse({ position }).success).toBe(false);
  });

  it('a message to a friend shows something', () => {
    const { body } = calls.chat.send;
    const isSent = (message: string) => body.safeParse({ targetUserId: 'u2', message }).success;
    expect(isSent('\u{1F44B}\u{1F3FD}')).toBe(true);
    for (const message of ['', ' ', '\u200D\u200D', '\u3164']) expect(isSent(message)).toBe(false);
  });

  it('unknown fields are ignored', () => {
    expect(calls.games.move.body.parse({ position: 8, userId: 'u2' })).toEqual({ position: 8 });
  });
});

describe('answers', () => {
  it('show the e-mail address to its owner only', () => {
    expect(User.parse(user)).toEqual(user);
    expect(PublicUser.parse(user)).not.toHaveProperty('email');
    expect(PublicUser.parse({ ...user, passwordHash: 'x' })).not.toHaveProperty('passwordHash');
  });

  it('of errors carry the code, the text, and only details that are meant for clients', () => {
    const { status, body } = errorResponse('NEEDS_VERIFICATION', {
      email: 'ana@example.org',
      upstream: 'identity',
    });
    expect(status).toBe(403);
    expect(ErrorBody.strict().parse(body)).toEqual({
      code: 'NEEDS_VERIFICATION',
      error: 'Please verify your email before logging in',
      message: 'Please verify your email before logging in',
      needsVerification: true,
      email: 'ana@example.org',
    });
  });

  it('name coins and players in the texts that speak of them', () => {
    expect(errorResponse('INSUFFICIENT_COINS').body.message).toBe(
      'You need 1000 coins to play online. Win AI games to earn coins!',
    );
    expect(errorResponse('INSUFFICIENT_COINS', { coins: 5000 }).body).toMatchObject({
      message: 'You need 5000 coins to play online. Win AI games to earn coins!',
      details: { coins: 5000 },
    });
    expect(errorResponse('NOT_YOUR_TURN', { player: 'Ana' }).body.message).toBe(
      'Waiting for Ana to make a move',
    );
  });

  it('show nothing of what was not foreseen', () => {
    for (const code of ['ECONNREFUSED', 'toString', '__proto__', '']) {
      expect(errorResponse(code, { reason: 'relation "users" does not exist' })).toEqual({
        status: 500,
        body: {
          code: 'INTERNAL',
          error: 'An error occurred. Please try again.',
          message: 'An error occurred. Please try again.',
        },
      });
    }
    expect(errorResponse('UNAUTHORIZED', { reason: 'session 7 not in table' }).body).not.toHaveProperty(
      'details',
    );
  });
});

describe('the client', () => {
  const sent: ApiRequest[] = [];
  const api = createApi((request) => {
    sent.push(request);
    return Promise.resolve(game);
  });

  it('has a function for every route', () => {
    for (const [group, its] of Object.entries(routes)) {
      expect(Object.keys(api[group as keyof typeof api])).toEqual(Object.keys(its));
    }
  });

  it('fills paths and queries, and types what comes back', async () => {
    const moved = await api.games.move({
      params: { id: 'a/b' },
      body: { position: 8 },
      idempotencyKey: 'k',
    });
    expectTypeOf(moved).toEqualTypeOf<Game>();
    expect(sent.pop()).toEqual({
      method: 'POST',
      url: '/api/games/a%2Fb/moves',
      body: { position: 8 },
      idempotencyKey: 'k',
      signal: undefined,
    });
    await api.games.history({ query: { cursor: '2:a' } });
    expect(sent.pop()?.url).toBe('/api/games?cursor=2%3Aa');
    await api.auth.user();
    expect(sent.pop()).toMatchObject({ method: 'GET', url: '/api/auth/user', body: undefined });
  });

  it('does not compile with the wrong input', () => {
    expectTypeOf(api.auth.login).parameter(0).toHaveProperty('body');
    // @ts-expect-error a position is a number
    void api.games.move({ params: { id: 'g1' }, body: { position: '8' } });
    // @ts-expect-error a game has to be named
    void api.games.get({});
  });
});

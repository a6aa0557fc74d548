import { ClientMessage } from '@fifteen/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SocketBudget } from '../src/realtime/socket-budget.ts';
import { parseFrame } from '../src/realtime/frames.ts';

const parseError = (frame: string) => {
  const parsed = parseFrame(frame);
  return 'error' in parsed ? parsed : undefined;
};

describe('a frame', () => {
  test('parses a move', () => {
    expect(parseFrame('{"type":"move","gameId":"g1","position":8}')).toEqual({
      message: { type: 'move', gameId: 'g1', position: 8 },
    });
    expect(parseFrame('{"type":"move","gameId":"g1","position":8.0,"userId":"x"}')).toHaveProperty('message');
    expect(parseFrame('{"type":"move","gameId":"g1","position":1e0}')).toHaveProperty('message');
  });

  test.each(['"8"', '8.5', 'null', '[8]', '{}', 'true', '1e400', '9007199254740993'])(
    'rejects a move with %s for a position',
    (position) => {
      expect(parseError(`{"type":"move","gameId":"g1","position":${position}}`)?.error.code).toBe(
        'INVALID_MESSAGE',
      );
    },
  );

  test.each(['', '{', 'null', '[]', '"move"', '42', '\u0000', '{"type":3}', '{"type":["move"]}', '{}'])(
    'rejects garbage (%j)',
    (frame) => {
      expect(parseError(frame)?.error.code).toBe('INVALID_MESSAGE');
    },
  );

  test.each(['game_over', 'player_left_win', 'connected', 'toString', '__proto__', 'admin'])(
    'rejects the type %s from a client',
    (type) => {
      expect(parseError(JSON.stringify({ type }))?.error.code).toBe('UNKNOWN_MESSAGE');
    },
  );

  test('that fits no schema gets an error with its requestId, if that can be shown', () => {
    const frame = { type: 'create_room', requestId: 'r-1', roomData: 7 };
    expect(parseError(JSON.stringify(frame))?.requestId).toBe('r-1');
    expect(parseError(JSON.stringify({ ...frame, requestId: 'Raum für zwei' }))?.requestId).toBe(
      'Raum für zwei',
    );
    expect(parseError(JSON.stringify({ ...frame, requestId: 'x'.repeat(65) }))?.requestId).toBeUndefined();
    expect(parseError(JSON.stringify({ ...frame, requestId: 'a\u0000b' }))?.requestId).toBeUndefined();
  });

  test('with a key twice has the last value', () => {
    expect(parseFrame('{"type":"start_matchmaking","betAmount":"0","betAmount":0}')).toMatchObject({
      message: { betAmount: 0 },
    });
  });

  test('never throws', () => {
    const type = fc.constantFrom(...ClientMessage.options.map(({ shape }) => shape.type.value as string));
    const field = fc.constantFrom(
      'userId',
      'gameId',
      'position',
      'roomId',
      'requestId',
      'code',
      'role',
      'roomData',
    );
    const frame = fc.record({ type, rest: fc.dictionary(field, fc.jsonValue()) });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          frame.map(({ type: t, rest }) => JSON.stringify({ ...rest, type: t })),
        ),
        (text) => {
          const parsed = parseFrame(text);
          expect('message' in parsed || parsed.error.code.length > 0).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('the budget of a socket', () => {
  const spend = (times: number, once: () => boolean) =>
    Array.from({ length: times }, once).filter(Boolean).length;

  test('allows 50 frames in 20 s, 100 in a game', () => {
    const budget = new SocketBudget();
    const may = Array.from({ length: 120 }, () => budget.frame(1_000));
    expect(may.lastIndexOf('all')).toBe(49);
    expect(may.lastIndexOf('players')).toBe(99);
    expect(budget.frame(20_999)).toBe('none');
    expect(budget.frame(21_000)).toBe('all');
  });

  test('counts keep-alive pings separately', () => {
    const budget = new SocketBudget();
    expect(spend(60, () => budget.ping(1_000))).toBe(40);
    expect(budget.frame(1_000)).toBe('all');
  });

  test('is exhausted by the 20th invalid frame in a minute', () => {
    const budget = new SocketBudget();
    expect(spend(25, () => budget.badFrame(1_000))).toBe(19);
    expect(budget.badFrame(61_000)).toBe(true);
  });

  test('allows 30 state requests in a minute, and the next one after `retryAfter`', () => {
    const budget = new SocketBudget();
    for (let i = 0; i < 30; i += 1) budget.state(1_000);
    expect(() => budget.state(31_000)).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfter: 30 } }),
    );
    budget.state(61_000);
  });

  test('grows with PLAYER_LIMIT_SCALE, and its error names that setting', () => {
    const budget = new SocketBudget({ address: 1, player: 2 });
    const may = Array.from({ length: 240 }, () => budget.frame(1_000));
    expect([may.lastIndexOf('all'), may.lastIndexOf('players')]).toEqual([99, 199]);
    expect(spend(100, () => budget.ping(1_000))).toBe(80);
    expect(spend(50, () => budget.badFrame(1_000))).toBe(39);
    for (let i = 0; i < 60; i += 1) budget.state(1_000);
    expect(() => budget.state(1_000)).toThrow(
      expect.objectContaining({ details: { retryAfter: 60, setting: 'PLAYER_LIMIT_SCALE' } }),
    );
  });
});

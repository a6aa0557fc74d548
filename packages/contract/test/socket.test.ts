import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientMessage, parseMoveFrame, ServerMessage } from '../src/index.ts';
import { clientMessages, serverMessages } from './samples.ts';

const accepts = (value: unknown) => ClientMessage.safeParse(value).success;

describe('what a client may send', () => {
  it.each(clientMessages)('$type is accepted as it is, and again after a trip through JSON', (message) => {
    expect(ClientMessage.parse(message)).toEqual(message);
    expect(ClientMessage.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it('has an example of every type', () => {
    const types = ClientMessage.options.map((option) => option.shape.type.value);
    expect(clientMessages.map((message) => message.type).sort()).toEqual([...types].sort());
  });

  it.each(clientMessages)('$type cuts off fields it does not know', (message) => {
    expect(ClientMessage.parse({ ...message, surplus: [1], playerInfo: { id: 'x' } })).toEqual(message);
  });

  it.each(clientMessages)('$type rejects a value of another type in any of its fields', (message) => {
    for (const [name, value] of Object.entries(message)) {
      const others = [null, true, 1, 'x', [], {}, Number.NaN].filter(
        (other) => typeof other !== typeof value,
      );
      for (const other of others) {
        if (other === null && message.type === 'player_chat' && name === 'gameId') continue;
        expect(accepts({ ...message, [name]: other }), `${name}: ${JSON.stringify(other)}`).toBe(false);
      }
    }
  });

  it.each([
    ['an unknown type', { type: 'game_over' }],
    ['no type', { gameId: 'g1', position: 1 }],
    ['null', null],
    ['a list', [{ type: 'cancel_matchmaking' }]],
    ['a text', 'cancel_matchmaking'],
    ['a missing field', { type: 'move', gameId: 'g1' }],
    ['a position in quotes', { type: 'move', gameId: 'g1', position: '8' }],
    ['half a position', { type: 'move', gameId: 'g1', position: 1.5 }],
    ['an endless position', { type: 'move', gameId: 'g1', position: Infinity }],
    ['an id of 65 characters', { type: 'join_room', roomId: 'r'.repeat(65) }],
    ['an id with a slash', { type: 'join_room', roomId: '../r1' }],
    ['an empty id', { type: 'join_room', roomId: '' }],
    ['a requestId of 65 characters', { type: 'start_game_request', roomId: 'r1', requestId: 'q'.repeat(65) }],
    ['a chat text of 201 characters', { type: 'player_chat', roomId: 'r1', messageText: 'x'.repeat(201) }],
    ['a chat text of blanks', { type: 'player_chat', roomId: 'r1', messageText: '  ' }],
    [
      'a chat text that turns the line around',
      { type: 'player_chat', roomId: 'r1', messageText: 'a\u202Eb' },
    ],
    ['a chat text with a lone surrogate', { type: 'player_chat', roomId: 'r1', messageText: 'a\uD800' }],
    ['a room code with NUL', { type: 'join_room_request', requestId: 'q1', code: 'ABCD\0', role: 'player' }],
    ['an unknown role', { type: 'join_room_request', requestId: 'q1', code: 'ABCD2345', role: 'owner' }],
  ])('rejects %s', (_, value) => expect(accepts(value)).toBe(false));

  it('leaves to the judges what they judge: positions, bets and numbers of players of any size', () => {
    for (const position of [0, 16, -1, Number.MAX_SAFE_INTEGER]) {
      expect(accepts({ type: 'move', gameId: 'g1', position })).toBe(true);
    }
    for (const betAmount of [4999, -5000, 1e308, 5000.5]) {
      expect(accepts({ type: 'create_room', requestId: 'q1', roomData: { betAmount, maxPlayers: 3 } })).toBe(
        true,
      );
    }
  });

  it('reads a room code as people type it', () => {
    const message = { type: 'join_room_request', requestId: 'q1', code: ' abcd2345 ', role: 'player' };
    expect(ClientMessage.parse(message)).toMatchObject({ code: 'ABCD2345' });
  });
});

describe('the move frame by hand', () => {
  // fast-check's own unit of any character begins with a map of all of them, which takes a second.
  const anyCodePoint = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const nearlyMoves = fc.record(
    {
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('move') },
        fc.constantFrom('ping', 'Move', '', null, 1),
      ),
      gameId: fc.oneof(
        { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9_.:-]{1,64}$/) },
        fc.string({ unit: anyCodePoint, maxLength: 70 }),
        fc.constantFrom('g\n', '', 'é', 'x'.repeat(64), 'x'.repeat(65)),
        fc.anything(),
      ),
      position: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: -2, max: 18 }) },
        fc.double(),
        fc.maxSafeInteger(),
        fc.anything(),
      ),
      ply: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -1, max: 17 }) }, fc.double(), fc.anything()),
      surplus: fc.anything(),
    },
    { requiredKeys: ['type'] },
  );

  it('says what the schema says of everything that could be a move', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: nearlyMoves }, fc.anything()), (value) => {
        const parsed = ClientMessage.safeParse(value);
        const bySchema = parsed.success && parsed.data.type === 'move' ? parsed.data : null;
        expect(parseMoveFrame(value)).toEqual(bySchema);
      }),
      { numRuns: 5_000 },
    );
  });

  it('has the number of the move that the player chose, within a game', () => {
    const frame = { type: 'move', gameId: 'g1', position: 5 };
    for (const ply of [1, 15]) expect(parseMoveFrame({ ...frame, ply })).toEqual({ ...frame, ply });
    for (const ply of [0, 16, 1.5, '3', null]) expect(parseMoveFrame({ ...frame, ply })).toBeNull();
  });

  it('is not taken in by a list that looks like one', () => {
    const list = Object.assign([], { type: 'move', gameId: 'g1', position: 1 });
    expect(parseMoveFrame(list)).toBeNull();
    expect(accepts(list)).toBe(false);
  });

  it('takes every well-formed move', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.:-]{1,64}$/), fc.maxSafeInteger(), (gameId, position) => {
        expect(parseMoveFrame({ type: 'move', gameId, position, extra: 1 })).toEqual({
          type: 'move',
          gameId,
          position,
        });
      }),
    );
  });
});

describe('what the server sends', () => {
  const messages = Object.entries(serverMessages).map(([type, fields]) => ({ type, ...fields }));

  it.each(messages)('$type is accepted, unchanged by printing and parsing', (message) => {
    expect(ServerMessage.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it('knows every message of the table, and no other', () => {
    const types = ServerMessage.options.map((option) => option.shape.type.value);
    expect(Object.keys(serverMessages).sort()).toEqual([...types].sort());
    expect(ServerMessage.safeParse({ type: 'auth', userId: 'u1' }).success).toBe(false);
  });

  it.each(messages)('$type rejects the loss of any required field', (message) => {
    const optional = new Set(['gameId', 'position', 'requestId', 'game']);
    for (const name of Object.keys(message)) {
      if ((message.type.endsWith('_error') || message.type === 'join_room_success') && optional.has(name))
        continue;
      const { [name as 'type']: _, ...rest } = message;
      expect(ServerMessage.safeParse(rest).success, name).toBe(false);
    }
  });
});

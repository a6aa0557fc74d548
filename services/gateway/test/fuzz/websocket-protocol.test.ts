import { FRAME_MAX_BYTES } from '@fifteen/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { guestPool, useSharedStack } from '../harness.ts';
import { closePayload, frame, OPCODE, RawSocket } from './raw-socket.ts';

/**
 * The cases of Autobahn's suite for servers (RFC 6455), but for compression, which is not offered. An echo is the pong
 * of the product: it has the timestamp of the ping message.
 */

const stack = useSharedStack();
/** The file opens hundreds of sockets, one after the other. */
const SOON = { timeout: 20_000, interval: 5 };
const sockets: RawSocket[] = [];
const nextGuest = guestPool(() => stack().url);
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const { text, binary, continuation, ping, pong, close } = OPCODE;
const message = (timestamp: number, filler = ''): string =>
  JSON.stringify({ type: 'ping', timestamp, filler });

/** Opens an authenticated socket. */
async function opened(): Promise<RawSocket> {
  const player = await nextGuest();
  const socket = await RawSocket.open(stack().url, player.cookie);
  sockets.push(socket);
  socket.send(frame(JSON.stringify({ type: 'auth', userId: player.user.id })));
  await expect.poll(() => socket.messages.map(({ type }) => type), SOON).toContain('connected');
  return socket;
}

const expectEcho = (socket: RawSocket, timestamp: number) =>
  expect
    .poll(() => socket.messages, SOON)
    .toContainEqual(expect.objectContaining({ type: 'pong', timestamp }));

/** Expects the code of a close frame, and the end of the connection. */
async function expectClose(socket: RawSocket, ...codes: number[]): Promise<void> {
  await expect.poll(() => socket.isClosed, SOON).toBe(true);
  expect(codes).toContain(socket.closeCode);
}

/** Splits a message into frames of these sizes. */
function fragments(payload: string, ...sizes: number[]): Buffer[] {
  const data = Buffer.from(payload);
  let from = 0;
  return sizes.map((size, index) => {
    const isLast = index === sizes.length - 1;
    const part = data.subarray(from, isLast ? undefined : (from += size));
    return frame(part, { opcode: index === 0 ? text : continuation, fin: isLast });
  });
}

describe('messages', () => {
  test.each([0, 1, 80, 81, 82, 83, 84, 85, 200, 10_000])(
    'of %d more bytes arrive, whatever the width of the length',
    async (size) => {
      const socket = await opened();
      const filler = 'x'.repeat(size);
      socket.send(frame(message(1, filler)));
      // RFC 6455 has clients send the shortest form, but has no server reject another.
      socket.send(
        frame(message(2, filler), { lengthBytes: 2 }),
        frame(message(3, filler), { lengthBytes: 8 }),
      );
      for (const timestamp of [1, 2, 3]) await expectEcho(socket, timestamp);
    },
  );

  test('arrive byte by byte', async () => {
    const socket = await opened();
    await socket.sendSlowly(frame(message(3)));
    await expectEcho(socket, 3);
  });

  test('of several in one packet arrive all', async () => {
    const socket = await opened();
    socket.send(...[1, 2, 3, 4, 5].map((n) => frame(message(n))));
    for (const n of [1, 2, 3, 4, 5]) await expectEcho(socket, n);
  });

  test('that are empty get an error and close nothing', async () => {
    const socket = await opened();
    socket.send(frame(''), frame(message(9)));
    await expectEcho(socket, 9);
    expect(socket.messages.filter(({ type }) => type === 'error')).toHaveLength(1);
  });

  test.each(['', message(1)])('that are binary close with 1003: %j', async (payload) => {
    const socket = await opened();
    socket.send(frame(payload, { opcode: binary }));
    await expectClose(socket, 1003);
  });
});

describe('fragments', () => {
  test.each([[[10, 0]], [[0, 5, 0]], [[1, 1, 1, 1, 1, 1, 0]], [[0, 0, 0]]])(
    'of sizes %j arrive as one',
    async (sizes) => {
      const socket = await opened();
      socket.send(...fragments(message(4), ...sizes));
      await expectEcho(socket, 4);
    },
  );

  test('are no obstacle for pings between them', async () => {
    const socket = await opened();
    const [first, second, third] = fragments(message(5), 8, 8, 0) as [Buffer, Buffer, Buffer];
    socket.send(first, frame('a', { opcode: ping }), second, frame('b', { opcode: ping }), third);
    await expectEcho(socket, 5);
    const pongs = socket.received
      .filter(({ opcode }) => opcode === pong)
      .map(({ payload }) => payload.toString());
    expect(pongs).toEqual(['a', 'b']);
  });

  test.each([
    ['a continuation of nothing', [frame('x', { opcode: continuation })]],
    ['a continuation of nothing that is not the last', [frame('x', { opcode: continuation, fin: false })]],
    ['a continuation after the last', [...fragments(message(1), 5, 0), frame('x', { opcode: continuation })]],
    ['a text within a text', [frame('{"a', { fin: false }), frame('":1}')]],
    ['a binary within a text', [frame('{"a', { fin: false }), frame('":1}', { opcode: binary })]],
    ['a ping in two', [frame('x', { opcode: ping, fin: false }), frame('y', { opcode: continuation })]],
    ['a pong in two', [frame('x', { opcode: pong, fin: false }), frame('y', { opcode: continuation })]],
    ['a close in two', [frame(closePayload(1000), { opcode: close, fin: false })]],
  ])('that are %s close with 1002', async (_, frames) => {
    const socket = await opened();
    socket.send(...frames);
    await expectClose(socket, 1002);
  });
});

describe('control frames', () => {
  test.each([0, 1, 5, 124, 125])('a ping of %d bytes gets a pong of the same', async (size) => {
    const socket = await opened();
    const data = Buffer.alloc(size, 0xfe);
    socket.send(frame(data, { opcode: ping }));
    await expect
      .poll(() =>
        socket.received.filter(({ opcode }) => opcode === pong).map(({ payload }) => payload.toString('hex')),
      )
      .toEqual([data.toString('hex')]);
  });

  test('ten pings get ten pongs in order, and an unrequested pong gets none', async () => {
    const socket = await opened();
    const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
    socket.send(frame('alone', { opcode: pong }), ...names.map((name) => frame(name, { opcode: ping })));
    await expect
      .poll(() =>
        socket.received.filter(({ opcode }) => opcode === pong).map(({ payload }) => payload.toString()),
      )
      .toEqual(names);
  });

  test.each([ping, pong, close])('of opcode %d and 126 bytes close with 1002', async (opcode) => {
    const socket = await opened();
    socket.send(frame(Buffer.alloc(126, 0x20), { opcode }));
    await expectClose(socket, 1002);
  });
});

describe('bits and opcodes without a meaning close with 1002', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('reserved bits %d, in a text, a ping and a close', async (rsv) => {
    for (const opcode of [text, binary, ping, pong, close, continuation]) {
      const socket = await opened();
      socket.send(frame(opcode === close ? closePayload(1000) : 'x', { opcode, rsv }));
      await expectClose(socket, 1002);
    }
  });

  test.each([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])('opcode %d, alone and after a message', async (opcode) => {
    for (const frames of [[frame('', { opcode })], [frame(message(1)), frame('x', { opcode })]]) {
      const socket = await opened();
      socket.send(...frames);
      await expectClose(socket, 1002);
    }
  });

  test.each([text, binary, ping, close])('opcode %d without a mask', async (opcode) => {
    const socket = await opened();
    socket.send(frame(opcode === close ? closePayload(1000) : 'x', { opcode, isMasked: false }));
    await expectClose(socket, 1002);
  });
});

describe('texts that are not UTF-8 close with 1007', () => {
  test.each([
    ['80'],
    ['bf'],
    ['c0af'],
    ['e080af'],
    ['f08080af'],
    ['c1bf'],
    ['e09fbf'],
    ['f08fbfbf'],
    ['eda080'],
    ['edbfbf'],
    ['eda080edb080'],
    ['f4908080'],
    ['f888808080'],
    ['fc8480808080'],
    ['fe'],
    ['ff'],
    ['c3'],
    ['e282'],
    ['f09f98'],
    ['cebae1bdb9cf83cebcceb5eda080656469746564'],
  ])('%s', async (hex) => {
    const bytes = Buffer.from(hex, 'hex');
    const whole = await opened();
    whole.send(frame(bytes));
    await expectClose(whole, 1007);
    const divided = await opened();
    divided.send(
      frame(bytes.subarray(0, 1), { fin: false }),
      frame(bytes.subarray(1), { opcode: continuation }),
    );
    await expectClose(divided, 1007);
  });

  /** The first and the last character of each length, those beside the surrogates, noncharacters and U+FFFD. */
  test.each([
    ['7f'],
    ['c280'],
    ['dfbf'],
    ['e0a080'],
    ['ed9fbf'],
    ['ee8080'],
    ['efb790'],
    ['efbfbd'],
    ['efbfbe'],
    ['efbfbf'],
    ['f0908080'],
    ['f09fbfbe'],
    ['f48fbfbf'],
  ])('but %s may be in one, divided between fragments at any byte', async (hex) => {
    const socket = await opened();
    const character = Buffer.from(hex, 'hex');
    for (let size = 0; size <= character.length; size += 1) {
      const bytes = Buffer.from(message(size, character.toString()));
      const cut = bytes.indexOf(character) + size;
      socket.send(
        frame(bytes.subarray(0, cut), { fin: false }),
        frame(bytes.subarray(cut), { opcode: continuation }),
      );
      await expectEcho(socket, size);
    }
  });

  test('also when only the first of their fragments is not, at the latest by their end', async () => {
    const socket = await opened();
    socket.send(frame(Buffer.from('cebaf4908080', 'hex'), { fin: false }));
    socket.send(frame('', { opcode: continuation, fin: false }), frame('x', { opcode: continuation }));
    await expectClose(socket, 1007);
  });
});

describe('a close', () => {
  test.each([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])(
    'with %d is confirmed',
    async (code) => {
      const socket = await opened();
      socket.send(frame(closePayload(code, 'bye'), { opcode: close }));
      await expectClose(socket, code);
    },
  );

  test.each([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])(
    'with %d closes with 1002',
    async (code) => {
      const socket = await opened();
      socket.send(frame(closePayload(code), { opcode: close }));
      await expectClose(socket, 1002);
    },
  );

  test.each([
    ['without a code', '', [1000, 1005]],
    ['of one byte', 'x', [1002]],
    ['with a reason of 123 bytes', closePayload(1000, 'x'.repeat(123)), [1000]],
    ['with a reason of 124 bytes', closePayload(1000, 'x'.repeat(124)), [1002]],
    ['with a reason that is not UTF-8', closePayload(1000, Buffer.from('eda080', 'hex')), [1007]],
  ])('%s', async (_, payload, codes) => {
    const socket = await opened();
    socket.send(frame(payload, { opcode: close }));
    await expectClose(socket, ...codes);
  });

  test('ends it: frames after it have no effect', async () => {
    const socket = await opened();
    socket.send(
      frame(closePayload(1000), { opcode: close }),
      frame(message(8)),
      frame('x', { opcode: ping }),
    );
    await expectClose(socket, 1000);
    expect(socket.messages.filter(({ type }) => type === 'pong')).toEqual([]);
    expect(socket.received.filter(({ opcode }) => opcode === pong)).toEqual([]);
  });
});

describe('sizes', () => {
  test('at the limit are read, beyond it close with 1009', async () => {
    const socket = await opened();
    socket.send(frame(message(1, 'x'.repeat(FRAME_MAX_BYTES - message(1).length))));
    await expectEcho(socket, 1);
    socket.send(frame(message(2, 'x'.repeat(FRAME_MAX_BYTES))));
    await expectClose(socket, 1009);
  });

  test.each([2 ** 31, 2 ** 53 - 1, 2 ** 40])(
    'a frame that claims %d bytes closes at once',
    async (length) => {
      const socket = await opened();
      socket.send(frame('x', { length }));
      await expectClose(socket, 1009);
    },
  );

  test('count over all fragments', async () => {
    const socket = await opened();
    const part = 'x'.repeat(6_000);
    socket.send(frame(part, { fin: false }), frame(part, { opcode: continuation, fin: false }));
    socket.send(frame(part, { opcode: continuation }));
    await expectClose(socket, 1009);
  });
});

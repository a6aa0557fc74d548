import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { expectError, openSocket, rawResponse, useSharedStack, send } from '../harness.ts';
import { sendAndWait, seatAndStart, connectGuest } from '../room-fixtures.ts';

const stack = useSharedStack();
const url = () => stack().url;

const responseTo = (bytes: string | Buffer) => rawResponse(url(), bytes);

const HOST = 'Host: localhost\r\n';
const post = (headers: string, rest = '') => `POST /api/auth/guest HTTP/1.1\r\n${HOST}${headers}\r\n${rest}`;

describe('an ambiguous request', () => {
  const smuggled = `GET /api/client-config HTTP/1.1\r\n${HOST}\r\n`;
  test.each([
    ['has two lengths', post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['has a length twice', post('Content-Length: 0\r\nContent-Length: 5\r\n', smuggled)],
    ['hides an encoding behind a blank', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['has an encoding nobody knows', post('Transfer-Encoding: xchunked\r\n', smuggled)],
    ['is not chunked last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`)],
    ['has a negative length', post('Content-Length: -1\r\n', smuggled)],
    ['folds a header', post('X: a\r\n Content-Length: 5\r\n', smuggled)],
    ['has NUL in a header', post('X: a\0b\r\n', smuggled)],
    ['ends its lines in its own way', `GET /api/health HTTP/1.1\nHost: x\n\n${smuggled}`],
    ['begins HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`],
    ['begins TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc])],
  ])('is rejected, with all that follows it, when it %s', async (_, bytes) => {
    const { text } = await responseTo(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as unknown;
    expect(body).toEqual({ error: expect.any(String), message: expect.any(String), code: 'INVALID_REQUEST' });
  });

  test('closes the connection when it upgrades to another protocol, or has a body', async () => {
    const upgrade = (path: string, to: string, more = '') =>
      `GET ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: ${to}\r\n${more}\r\n${smuggled}`;
    const websocket = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    for (const bytes of [
      upgrade('/api/health', 'h2c'),
      upgrade('/ws', 'websocket', `${websocket}Content-Length: ${smuggled.length}\r\n`),
    ]) {
      const { text } = await responseTo(bytes);
      expect(text).toMatch(/^HTTP\/1\.1 40[0-4] /);
      expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    }
  });
});

describe('headers', () => {
  const many = (count: number, then = '') =>
    `GET /api/health HTTP/1.1\r\n${HOST}${'x:y\r\n'.repeat(count)}${then}\r\n`;

  test('are at most a hundred, and none is dropped silently', async () => {
    expect((await responseTo(many(90, 'Connection: close\r\n'))).text).toMatch(/^HTTP\/1\.1 200 /);
    const player = await Player.guest(url());
    const forged = `Origin: https://evil.example\r\nCookie: ${player.cookie}\r\nConnection: close\r\n`;
    for (const count of [100, 150, 1_000])
      expect((await responseTo(many(count, forged))).text).toMatch(/^HTTP\/1\.1 431 /);
    const { text } = await responseTo(
      `GET /ws HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: ${player.cookie}\r\n${'x:y\r\n'.repeat(100)}` +
        'Origin: https://evil.example\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('are at most 16 KiB', async () => {
    const { text } = await responseTo(`GET /api/health HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain('"code":"INVALID_REQUEST"');
  });
});

const NESTED = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

describe('ambiguous JSON', () => {
  test.each([
    ['is nested ten thousand deep', NESTED],
    ['is nested ten thousand deep in a field', `{"betAmount":0,"x":${NESTED}}`],
    ['has a number beyond any', '{"betAmount":1e400}'],
    ['has a number that is not exact', '{"betAmount":9007199254740993}'],
    ['has a key twice', '{"betAmount":0,"betAmount":5000}'],
    ['names __proto__', '{"betAmount":0,"__proto__":{"isGuest":false}}'],
    ['names __proto__ in disguise', '{"betAmount":0,"\\u005f_proto__":{"isGuest":false}}'],
    ['begins with a byte order mark', '\ufeff{"betAmount":0}'],
    ['is UTF-16', Buffer.from('{"betAmount":0}', 'utf16le')],
    ['is not UTF-8', Buffer.from('{"betAmount":0,"x":"\xff"}', 'latin1')],
    ['has half a surrogate pair', '{"betAmount":0,"x":"\\ud800"}'],
    ['has NUL', '{"betAmount":0,"x":"\\u0000"}'],
  ])('gets 400 when it %s, without effect', async (_, body) => {
    const { cookie } = await Player.guest(url());
    const headers = { cookie, 'content-type': 'application/json' };
    expectError(await send(`${url()}/api/rooms`, { method: 'POST', body, headers }), 400);
    const left = await send(`${url()}/api/matchmaking/leave`, { method: 'POST', headers: { cookie } });
    expect(left.status).toBe(200);
  });

  test.each([
    ['is nested seven thousand deep', `${'['.repeat(7_000)}${']'.repeat(7_000)}`],
    [
      'is nested in a field',
      `{"type":"start_matchmaking","betAmount":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
    ],
    ['has a bet beyond any', '{"type":"start_matchmaking","betAmount":1e400}'],
    ['has a bet twice, last as a text', '{"type":"start_matchmaking","betAmount":0,"betAmount":"0"}'],
    ['has its type in __proto__', '{"__proto__":{"type":"start_matchmaking","betAmount":0}}'],
    ['begins with a byte order mark', '\ufeff{"type":"start_matchmaking","betAmount":0}'],
  ])('gets an error as a frame that %s, and the socket stays open', async (_, frame) => {
    const player = await connectGuest(stack());
    player.send(frame);
    const error = await Promise.race([player.waitFor('error'), player.waitFor('matchmaking_error')]);
    expect(error.code).toMatch(/INVALID/);
    // Requests of one user are handled in order: the response to a search would be the first.
    expect(await sendAndWait(player, { type: 'cancel_matchmaking' }, 'matchmaking_response')).toMatchObject({
      status: 'left',
    });
    expect(player.received.filter(({ type }) => type === 'matchmaking_response')).toHaveLength(1);
    player.close();
  });
});

describe('texts for other users', () => {
  test.each([
    ['an address', 'victim@mail.example'],
    ['the letters of another alphabet', 'рlayer_7'],
    ['a right-to-left override', 'ali\u202Ece'],
    ['a zero width', 'ali\u200Bce'],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['a name of ours', 'AI'],
  ])('are rejected as a username with %s', async (_, username) => {
    const account = { username, password: 'correct horse', email: 'somebody@example.org' };
    expectError(
      await send(`${url()}/api/auth/register`, { method: 'POST', body: account }),
      400,
      /^USERNAME_/,
    );
    const { cookie } = await Player.guest(url());
    const upgrade = { method: 'POST', body: account, headers: { cookie } };
    expectError(await send(`${url()}/api/auth/upgrade`, upgrade), 400, /^USERNAME_/);
  });

  test('are delivered unchanged in chat and room names, with their true sender', async () => {
    const text = "<img src=x onerror=alert(1)>{{7*7}} ${7*7} ' OR 1=1 --";
    const name = '<b onmouseover=alert(1)>room</b> %s';
    const { x, o, room, roomId } = await seatAndStart(stack(), { name });
    expect(room.name).toBe(name);
    x.send({ type: 'player_chat', roomId, messageText: text, userId: o.user.id, playerSymbol: 'O' });
    expect(await o.waitFor('player_chat')).toMatchObject({
      messageText: text,
      userId: x.user.id,
      playerSymbol: 'X',
      playerInfo: { userId: x.user.id },
    });
  });

  test('of a megabyte close the socket before they are read', async () => {
    const player = await Player.guest(url());
    const socket = await openSocket(player);
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(JSON.stringify({ type: 'player_chat', roomId: 'r', messageText: 'x'.repeat(1_000_000) }));
    // A connection that closes with data in flight may appear as reset.
    expect([1006, 1009]).toContain(await closed);
  });
});

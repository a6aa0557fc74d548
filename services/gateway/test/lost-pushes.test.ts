import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { LinkOpener } from '@fifteen/testkit/stack';
import { afterAll, expect, test } from 'vitest';
import { useOwnStack } from './harness.ts';
import { playOut, seatAndStart, sendAndWait } from './room-fixtures.ts';

/** The game or the room service loses its connections to the broker; the gateways, and all others, keep theirs. */

const sockets = new Map<string, Set<Socket>>([
  ['game', new Set()],
  ['room', new Set()],
]);
/** The services that are cut off. */
const cut = new Set<string>();

/** Opens the ways of these services to the broker, which end while they are cut. All others connect directly. */
const link: LinkOpener = async (from, to, port) => {
  const clients = sockets.get(from);
  if (!clients || to !== 'nats') return port;
  const server = createServer((client) => {
    if (cut.has(from)) return void client.destroy();
    const target = connect(port, '127.0.0.1');
    for (const socket of [client, target])
      socket.on('error', () => undefined).on('close', () => [client, target].forEach((one) => one.destroy()));
    clients.add(client);
    client.pipe(target).pipe(client);
  }).listen(0, '127.0.0.1');
  afterAll(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

function cutOff(service: 'game' | 'room'): void {
  cut.add(service);
  for (const socket of sockets.get(service) ?? []) socket.destroy();
}

const stack = useOwnStack({ replicas: 2, own: true, link });

test('players on two gateways play a game whose moves are not pushed, and none loses a turn', async () => {
  const { x, o, gameId } = await seatAndStart(stack());
  cutOff('game');
  const turns = [
    { player: x, opponent: o, position: 1 },
    { player: o, opponent: x, position: 2 },
    { player: x, opponent: o, position: 6 },
  ];
  for (const { player, opponent, position } of turns) {
    player.send({ type: 'move', gameId, position });
    await opponent.waitFor('move', (message) => message.position === position, 0, 30_000);
  }
  cut.delete('game');
  await playOut({ x, o, gameId });
  for (const { received } of [x, o])
    expect(received.map(({ type }) => type)).not.toContain('auto_play_enabled');
}, 120_000);

test('a response to a rematch request gets its reply although the room service cannot push it', async () => {
  const started = await seatAndStart(stack());
  await playOut(started);
  const { x, o, gameId } = started;
  const { request } = await x.api.playAgain.request({ body: { requestedUserId: o.user.id, gameId } });
  await o.waitFor('play_again_request');
  cutOff('room');
  const response = { type: 'play_again_response', requestId: request.id, response: 'rejected' };
  expect(await sendAndWait(o, response, 'play_again_response')).toEqual({ ...response, gameId });
  cut.delete('room');
}, 60_000);

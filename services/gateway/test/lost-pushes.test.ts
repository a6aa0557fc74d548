import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { LinkOpener } from '@fifteen/testkit/stack';
import { afterAll, expect, test } from 'vitest';
import { useOwnStack } from './harness.ts';
import { playOut, seatAndStart } from './room-fixtures.ts';

/** The game service loses its connections to the broker; the gateways, and all others, keep theirs. */

const sockets = new Set<Socket>();
let isCut = false;

/** Opens a way from the game service to the broker that ends while it is cut. All others connect directly. */
const link: LinkOpener = async (from, to, port) => {
  if (from !== 'game' || to !== 'nats') return port;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const target = connect(port, '127.0.0.1');
    for (const socket of [client, target])
      socket.on('error', () => undefined).on('close', () => [client, target].forEach((one) => one.destroy()));
    sockets.add(client);
    client.pipe(target).pipe(client);
  }).listen(0, '127.0.0.1');
  afterAll(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

function setCut(value: boolean): void {
  isCut = value;
  if (isCut) for (const socket of sockets) socket.destroy();
}

const stack = useOwnStack({ replicas: 2, own: true, link });

test('players on two gateways play a game whose moves are not pushed, and none loses a turn', async () => {
  const { x, o, gameId } = await seatAndStart(stack());
  setCut(true);
  const turns = [
    { player: x, opponent: o, position: 1 },
    { player: o, opponent: x, position: 2 },
    { player: x, opponent: o, position: 6 },
  ];
  for (const { player, opponent, position } of turns) {
    player.send({ type: 'move', gameId, position });
    await opponent.waitFor('move', (message) => message.position === position, 0, 30_000);
  }
  setCut(false);
  await playOut({ x, o, gameId });
  for (const { received } of [x, o])
    expect(received.map(({ type }) => type)).not.toContain('auto_play_enabled');
}, 120_000);

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Opens a way to a port that a test can interrupt, and lead to another one. */
export async function openLink(target: number) {
  let to = target;
  const sockets = new Set<Socket>();
  let [isCut, isStuck] = [false, false];
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(to, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => [client, upstream].forEach((one) => one.destroy()));
    }
    client.on('data', (data) => isStuck || upstream.write(data));
    upstream.on('data', (data) => client.write(data));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** Ends all connections; new ones lead to this port. */
    leadTo: (port: number) => {
      to = port;
      for (const socket of sockets) socket.destroy();
    },
    /** Loses all that is sent from now on, before either end notices. */
    stick: () => void (isStuck = true),
    join: () => void ([isCut, isStuck] = [false, false]),
    close: () => {
      cut();
      server.close();
    },
  };
}

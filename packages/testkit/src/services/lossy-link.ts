import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Opens a way to a replica on this machine, on which responses can be lost. */
export async function openLossyLink(port: number) {
  const sockets = new Set<Socket>();
  let losesResponses = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => [client, upstream].forEach((one) => one.destroy()));
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => losesResponses || client.write(data));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `ipv4:127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseResponses: () => void (losesResponses = true),
    /** Breaks the open connections. The next one works. */
    reset: () => {
      losesResponses = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

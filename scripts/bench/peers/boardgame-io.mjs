// boardgame.io as its documentation shows it: server and lobby of the library, states in memory, socket.io clients.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const CELLS = 15;

const game = {
  name: 'fifteen',
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // Without a guess of the client, so that what a player sees is what the server has decided.
    place: {
      client: false,
      move: ({ G, playerID }, position) => {
        if (G.cells[position - 1] !== null) return 'INVALID_MOVE';
        G.cells[position - 1] = playerID;
        return undefined;
      },
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

/** Opens two players with a connection each. */
export async function openPair(url) {
  const { Client, LobbyClient } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const lobby = new LobbyClient({ server: url });
  const clients = ['0', '1'].map((playerID) =>
    Client({
      ...{ game, playerID, debug: false },
      multiplayer: SocketIO({ server: url, socketOpts: { transports: ['websocket'] } }),
    }),
  );
  let listen = () => undefined;
  clients.forEach((client, seat) => {
    client.start();
    client.subscribe((state) => {
      if (state !== null) listen(seat, state.G.cells.filter((cell) => cell !== null).length);
    });
  });
  const enter = async (client, matchID, playerID, isReady) => {
    const { playerCredentials } = await lobby.joinMatch(game.name, matchID, {
      playerID,
      playerName: playerID,
    });
    client.updateCredentials(playerCredentials);
    client.updateMatchID(matchID);
    await isReady;
    return { playerID, credentials: playerCredentials };
  };
  return {
    start: async (onMoves) => {
      const { matchID } = await lobby.createMatch(game.name, { numPlayers: 2 });
      const ready = clients.map(() => Promise.withResolvers());
      listen = (seat, moves) => {
        // The state of the game before may still arrive.
        if (moves === 0) ready[seat].resolve();
        onMoves(seat, moves);
      };
      const seats = await Promise.all(
        clients.map((client, seat) => enter(client, matchID, String(seat), ready[seat].promise)),
      );
      return {
        move: (seat, position) => clients[seat].moves.place(position),
        end: async () => {
          for (const seat of seats) await lobby.leaveMatch(game.name, matchID, seat);
        },
      };
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { Server } = require('boardgame.io/server');
  await Server({ games: [game], origins: [/localhost/] }).run(Number(process.argv[2]));
  console.log('ready');
}

// Colyseus as its documentation shows it: a room for each game, states in memory, patches by its schema. A patch is sent
// at once after each move instead of every 50 ms, which would be its usual latency.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const CELLS = 15;

/** Opens two players. A connection is opened for each room, as the library does. */
export async function openPair(url) {
  const { Client } = require('colyseus.js');
  const clients = [new Client(url), new Client(url)];
  return {
    start: async (onMoves) => {
      const first = await clients[0].create('fifteen');
      const rooms = [first, await clients[1].joinById(first.roomId)];
      rooms.forEach((room, seat) => room.onStateChange((state) => onMoves(seat, state.moves)));
      return {
        move: (seat, position) => rooms[seat].send('move', position),
        end: async () => {
          await Promise.all(rooms.map((room) => room.leave()));
        },
      };
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { Room, Server } = require('@colyseus/core');
  const { ArraySchema, defineTypes, Schema } = require('@colyseus/schema');
  const { WebSocketTransport } = require('@colyseus/ws-transport');

  class State extends Schema {
    constructor() {
      super();
      this.cells = new ArraySchema(...Array(CELLS).fill(''));
      this.moves = 0;
    }
  }
  defineTypes(State, { cells: ['string'], moves: 'number' });

  class Game extends Room {
    maxClients = 2;
    onCreate() {
      this.setState(new State());
      this.setPatchRate(null);
      this.players = [];
      this.onMessage('move', (client, position) => {
        const seat = this.players.indexOf(client.sessionId);
        const { state } = this;
        if (state.moves % 2 !== seat || state.cells[position - 1] !== '') return;
        state.cells[position - 1] = 'XO'[seat];
        state.moves += 1;
        this.broadcastPatch();
      });
    }
    onJoin(client) {
      this.players.push(client.sessionId);
    }
  }

  const server = new Server({ transport: new WebSocketTransport({}), greet: false });
  server.define('fifteen', Game);
  await server.listen(Number(process.argv[2]));
  console.log('ready');
}

/**
 * Two guests come to the site, meet by quick match in a friendly game, and one makes a move that both see. `helm test`
 * runs it in the gateway's image; it stands on nothing but Node.
 */
const site = process.argv[2] ?? 'http://localhost:8080';
const PATIENCE_MS = 30_000;
/** On a busy site a guest may be paired with another player; the guest then leaves the game and searches again. */
const TRIES = 3;
const CENTRE_LEFT = 7;

class Guest {
  #cookie = '';
  #id = '';
  #received = [];
  #changed = () => undefined;

  async signIn() {
    const response = await fetch(`${site}/api/auth/guest`, { method: 'POST' });
    if (!response.ok) throw new Error(`signing in was answered ${response.status}: ${await response.text()}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
    this.#id = (await response.json()).id;
    this.socket = new WebSocket(`${site.replace(/^http/, 'ws')}/ws`, { headers: { cookie: this.#cookie } });
    this.socket.onmessage = ({ data }) => {
      this.#received.push(JSON.parse(data));
      this.#changed();
    };
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = () => reject(new Error('the socket did not open'));
    });
    this.send({ type: 'auth', userId: this.#id });
    await this.hears('connected');
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message of a type that fits; what came before it is forgotten. */
  async hears(type, fits = () => true) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const at = this.#received.findIndex((message) => message.type === type && fits(message));
      if (at >= 0) return this.#received.splice(0, at + 1).at(-1);
      if (Date.now() > until)
        throw new Error(`no ${type}; received ${this.#received.map((one) => one.type)}`);
      await new Promise((resolve) => {
        this.#changed = resolve;
        setTimeout(resolve, 500);
      });
    }
  }

  async game() {
    const { game, roomId, messageId } = await this.hears('game_started');
    this.send({ type: 'game_started_ack', messageId });
    return { game, roomId, leave: () => this.send({ type: 'leave_room', roomId }) };
  }

  plays(game) {
    return game.playerXId === this.#id;
  }
}

async function meet(guests) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    for (const guest of guests) guest.send({ type: 'start_matchmaking', betAmount: 0 });
    const games = await Promise.all(guests.map((guest) => guest.game()));
    if (games[0].game.id === games[1].game.id) return games[0];
    for (const { leave } of games) leave();
  }
  throw new Error(`met others ${TRIES} times`);
}

const guests = [new Guest(), new Guest()];
await Promise.all(guests.map((guest) => guest.signIn()));
const { game, leave } = await meet(guests);
const mover = guests.find((guest) => guest.plays(game));
mover.send({ type: 'move', gameId: game.id, position: CENTRE_LEFT });
await Promise.all(
  guests.map((guest) =>
    guest.hears('move', ({ game: { id, moves } }) => id === game.id && moves[0] === CENTRE_LEFT),
  ),
);
leave();
// The first leaves, and the other is told of it.
await guests[1].hears('player_left_win', ({ gameId }) => gameId === game.id);
process.stdout.write(`two guests met in game ${game.id}, and both saw the move\n`);
process.exit(0);

/**
 * Signs in two guests, pairs them by quick match in a friendly game, and checks that both receive a move. `helm test`
 * runs it in the image of the gateway; it needs nothing but Node.
 */
const site = process.argv[2] ?? 'http://localhost:8080';
const TIMEOUT_MS = 30_000;
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
    if (!response.ok) throw new Error(`signing in failed with ${response.status}: ${await response.text()}`);
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
    await this.waitFor('connected');
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Returns the next message of a type that `fits` accepts, and drops the messages before it. */
  async waitFor(type, fits = () => true) {
    const until = Date.now() + TIMEOUT_MS;
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
    const { game, roomId, messageId } = await this.waitFor('game_started');
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
    guest.waitFor('move', ({ game: { id, moves } }) => id === game.id && moves[0] === CENTRE_LEFT),
  ),
);
leave();
// The first player leaves, and the other one receives the result.
await guests[1].waitFor('player_left_win', ({ gameId }) => gameId === game.id);
process.stdout.write(`two guests met in game ${game.id}, and both saw the move\n`);
process.exit(0);

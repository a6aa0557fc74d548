import exec from 'k6/execution';
import { clearInterval, setInterval } from 'k6/timers';
import { topUp } from './bank.ts';
import { Line, sleep } from './line.ts';
import { coinDrift, errors } from './metrics.ts';
import { Player } from './player.ts';
import { Session } from './session.ts';
import type { Settings } from './settings.ts';

/** Milliseconds that a site may take to accept a new connection. */
const CONNECT_MS = 30_000;
/** The pot is paid with the end of the game, or within seconds by a job. */
const PAID_MS = 20_000;
/** What the last games may take after the time is over. */
const OVERTIME_SECONDS = 150;
/** Games that a player can lose in one visit. */
const GAMES = 1_000;
/** What a guest begins with. It is not asked for: on a busy site it may come a moment after they do. */
const GUEST_COINS = 1_000;

/** A guest with an open connection. */
interface Guest {
  player: Player;
  session: Session;
  line: Line;
  coins: number;
}

/** Signs a new guest in, with coins for games that cost some, and opens their socket. */
export async function arrive({ urls, ...settings }: Settings): Promise<Guest | undefined> {
  const number = exec.vu.idInTest;
  const session = new Session(urls, number);
  const id = session.signIn();
  if (!id) return undefined;
  const bankroll = settings.bet * GAMES;
  if (bankroll > 0) topUp(id, bankroll);
  const line = new Line(urls, number, id);
  const player = new Player(id, session, line, settings);
  const open = await line.open(CONNECT_MS);
  errors.add(!open);
  return open ? { player, session, line, coins: GUEST_COINS + bankroll } : undefined;
}

/** Compares the balance with the results of the games, then leaves the site. */
export async function leave({ player, session, line, coins }: Guest): Promise<void> {
  const due = coins + player.won;
  let balance = session.coins();
  for (const until = Date.now() + PAID_MS; balance !== due && Date.now() < until; balance = session.coins())
    await sleep(1_000);
  if (balance !== undefined) coinDrift.add(Math.abs(balance - due));
  session.signOut();
  line.close();
}

/** Each player comes once, in their turn, and stays; a game that runs when the time is over is played to its end. */
export const crowd = (settings: Settings) => ({
  executor: 'per-vu-iterations' as const,
  vus: settings.players,
  iterations: 1,
  maxDuration: `${Math.ceil(arrivalSeconds(settings) + settings.seconds + OVERTIME_SECONDS)}s`,
});

const arrivalSeconds = ({ players, rate }: Settings): number => (rate > 0 ? players / rate : 0);

/**
 * A player's whole visit: comes in their turn, plays one game after the other until the time is over, and leaves.
 * @param breakEvery seconds between two moments at which all connections are closed at once; 0 for never
 */
export async function visit(settings: Settings, breakEvery = 0): Promise<void> {
  const turn = (exec.vu.idInTest - 1) % settings.players;
  if (settings.rate > 0) await sleep((turn * 1_000) / settings.rate);
  const until = exec.scenario.startTime + (arrivalSeconds(settings) + settings.seconds) * 1_000;
  const guest = await arrive(settings);
  if (!guest) return;
  const breaks = breakEvery > 0 ? setInterval(() => guest.player.cut(), breakEvery * 1_000) : undefined;
  while (Date.now() < until) {
    const game = await guest.player.search(until);
    if (game) await guest.player.playOut(game.id);
  }
  if (breaks) clearInterval(breaks);
  await leave(guest);
}

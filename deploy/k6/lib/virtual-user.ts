import exec from 'k6/execution';
import { clearTimeout, setTimeout } from 'k6/timers';
import { Connection, sleep } from './connection.ts';
import { untilNextDrop } from './drops.ts';
import { coinDrift, errors } from './metrics.ts';
import { Player } from './player.ts';
import { Session } from './session.ts';
import type { Settings } from './settings.ts';
import { topUp } from './top-up.ts';

/** Timeout of the first connection. */
const CONNECT_MS = 30_000;
/** Timeout of a payout, which a job repeats within seconds when the game's end could not pay it. */
const PAYOUT_MS = 20_000;
/** Seconds for the last games after the scenario's duration. */
const LAST_GAMES_SECONDS = 150;
/** Games that a player can afford to lose in one run. */
const AFFORDABLE_GAMES = 1_000;
/** Coins of a new guest. Not read from the ledger, which on a busy site credits them a moment later. */
const GUEST_COINS = 1_000;

/** A guest with an open connection. */
interface Guest {
  player: Player;
  session: Session;
  connection: Connection;
  coins: number;
}

/** Signs a new guest in, credits coins if games cost some, and opens the socket. */
export async function signInGuest({ urls, ...settings }: Settings): Promise<Guest | undefined> {
  const number = exec.vu.idInTest;
  const session = new Session(urls, number);
  const id = session.signIn();
  if (!id) return undefined;
  const bankroll = settings.bet * AFFORDABLE_GAMES;
  if (bankroll > 0) topUp(id, bankroll);
  const connection = new Connection(urls, number, id);
  const player = new Player(id, session, connection, settings);
  const open = await connection.open(CONNECT_MS);
  errors.add(!open);
  return open ? { player, session, connection, coins: GUEST_COINS + bankroll } : undefined;
}

/** Compares the balance with the results of the games, then signs the guest out. */
export async function signOutGuest({ player, session, connection, coins }: Guest): Promise<void> {
  const expected = coins + player.coinsWon;
  let balance = session.coins();
  for (
    const until = Date.now() + PAYOUT_MS;
    balance !== expected && Date.now() < until;
    balance = session.coins()
  )
    await sleep(1_000);
  if (balance !== undefined) coinDrift.add(Math.abs(balance - expected));
  session.signOut();
  connection.close();
}

/** Returns a k6 scenario in which each virtual user is one player from sign-in to sign-out. */
export const playersScenario = (settings: Settings) => ({
  executor: 'per-vu-iterations' as const,
  vus: settings.players,
  iterations: 1,
  maxDuration: `${Math.ceil(arrivalSeconds(settings) + settings.durationSeconds + LAST_GAMES_SECONDS)}s`,
});

const arrivalSeconds = ({ players, rate }: Settings): number => (rate > 0 ? players / rate : 0);

/**
 * Runs a virtual user: signs in at the rate of the settings, plays one game after the other, and signs out.
 * @param dropEverySeconds interval since the start at which all connections close at once; 0 for never
 */
export async function runPlayer(settings: Settings, dropEverySeconds = 0): Promise<void> {
  const index = (exec.vu.idInTest - 1) % settings.players;
  if (settings.rate > 0) await sleep((index * 1_000) / settings.rate);
  const until = exec.scenario.startTime + (arrivalSeconds(settings) + settings.durationSeconds) * 1_000;
  const guest = await signInGuest(settings);
  if (!guest) return;
  const stopDrops = dropEverySeconds > 0 ? startDrops(guest.player, dropEverySeconds * 1_000) : undefined;
  while (Date.now() < until) {
    const game = await guest.player.search(until);
    if (game) await guest.player.playOut(game.id);
  }
  stopDrops?.();
  await signOutGuest(guest);
}

/** Drops the player's connection at each multiple of the interval since the scenario's start. Returns what ends that. */
function startDrops(player: Player, intervalMs: number): () => void {
  const { startTime } = exec.scenario;
  const schedule = (): ReturnType<typeof setTimeout> =>
    setTimeout(
      () => {
        player.dropConnection();
        timer = schedule();
      },
      untilNextDrop(Date.now(), startTime, intervalMs),
    );
  let timer = schedule();
  return () => clearTimeout(timer);
}

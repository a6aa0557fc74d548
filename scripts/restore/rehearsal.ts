import type { Game, ServerMessage } from '@fifteen/contract';
import type { Player } from '@fifteen/testkit/player';
import { migrated, type Stack } from '@fifteen/testkit/stack';
import type { ServiceName } from '@fifteen/topology';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Operator } from '@fifteen/testkit/operator';
import { chooseMove, Guest } from '../drill/guest.ts';
import { ArchivedPostgres } from './archive.ts';
import { History } from './history.ts';
import { openProduct, restoreProduct, type Restored } from './products.ts';
import { wrongBalances, differencesBetween } from './reconcile.ts';

const BET = 5_000;
/** Coins of a new player, and those that the operator adds: enough for all games and emojis of a rehearsal. */
const WELCOME_COINS = 1_000;
const GRANT = 20_000_000;
/** Play before the base backup. */
const WARM_UP_MS = 3_000;
/** In which a game goes on, even if the player on turn stays away, and in which all have ended and the services agree. */
const RETURN_MS = 60_000;
const CONVERGENCE_MS = 180_000;
const POLL_INTERVAL_MS = 500;

/** Settings of a rehearsal. */
export interface Rehearsal {
  readonly dir: string;
  readonly tables: number;
  readonly playMs: number;
  /** Services whose databases are restored to a moment `apartMs` earlier than the others. */
  readonly early: readonly ServiceName[];
  readonly apartMs: number;
  readonly report: (line: string) => void;
}

/** Players with what the product acknowledged to them, and the moment that it is restored to. */
interface Scene {
  readonly archive: ArchivedPostgres;
  readonly histories: readonly History[];
  readonly moment: Date;
}

/** Runs the rehearsal. Returns a line for everything that is wrong after the restore. */
export async function rehearse(rehearsal: Rehearsal): Promise<string[]> {
  // The players of a rehearsal do in seconds what people do in minutes.
  process.env['PLAYER_LIMIT_SCALE'] ??= '1000';
  const scene = await playAndLose(rehearsal);
  const report = stopwatch(rehearsal.report);
  const restored = await restoreProduct({ ...rehearsal, ...scene, report });
  try {
    return await findDifferences(restored, scene, { ...rehearsal, report });
  } finally {
    await restored.stop();
  }
}

async function playAndLose({ dir, tables, playMs, report }: Rehearsal): Promise<Scene> {
  const place = join(dir, 'lost');
  mkdirSync(place);
  const archive = await ArchivedPostgres.start(place);
  const stack = await openProduct(place, archive.server, migrated);
  const operator = new Operator(stack);
  const over = new AbortController();
  const histories = await collectFigures(stack, tables, { operator, over: over.signal });
  await sleep(WARM_UP_MS);
  const backUp = stopwatch(report);
  archive.backUp();
  backUp('the base backup of all databases is complete');
  await sleep(playMs);
  const moment = await archive.now();
  const lost = stopwatch(report);
  await archive.archived();
  lost('the moment is in the archive: the time that a loss of the server would cost');
  over.abort();
  await operator.stop();
  await archive.lose();
  await stack.stop();
  const sum = (one: 'before' | 'after') =>
    histories.reduce((total, history) => total + history.count(moment)[one], 0);
  report(
    `all servers are lost: ${sum('before')} acknowledged results before the moment, ${sum('after')} after it`,
  );
  return { archive, histories, moment };
}

/** Guests who play for coins, buy, and write to each other until the signal. */
async function collectFigures(
  stack: Stack,
  tables: number,
  { operator, over }: { operator: Operator; over: AbortSignal },
): Promise<History[]> {
  const guests: Guest[] = [];
  while (guests.length < tables * 2)
    guests.push(await Guest.enter(stack.url, BET, (player) => operator.grantCoins(player.user.id, GRANT)));
  const histories = guests.map(({ player }) => new History(player));
  for (const [index, history] of histories.entries()) {
    const friend = histories[index ^ 1];
    if (!friend) continue;
    if (index % 2 === 0) await history.befriend(friend);
    // These promises are left behind: they fail with the product.
    void history.spend(friend.player, over).catch(() => undefined);
  }
  for (const guest of guests) void guest.play(over).catch(() => undefined);
  return histories;
}

/** Lets half of the players come back, and looks for everything that is wrong. */
async function findDifferences(
  { stack, databases }: Restored,
  { histories, moment }: Scene,
  { early, apartMs, report }: Rehearsal,
): Promise<string[]> {
  const returning = histories
    .filter((_, index) => index % 2 === 0)
    .map(({ player }) => player.openTab(stack.url));
  const games = await Promise.all(returning.map((player) => openGameOf(player)));
  const moves = games.flatMap((game, index) => {
    const player = returning[index];
    return game && player ? [playOn(player, game)] : [];
  });
  report(`${moves.length} returning players have their open game again: the time to restore`);
  if (moves.length === 0 && early.length === 0)
    throw new Error('No returning player had an open game: try more tables');
  await Promise.all(moves);
  report('all of these games go on, by their players or for absent ones');
  const known = new Date(moment.getTime() - (early.length > 0 ? apartMs : 0));
  const lost = await Promise.all(histories.map((history) => history.lost(known, stack.url)));
  const operator = new Operator(stack);
  const players = histories.map(({ player }) => ({ id: player.user.id, granted: WELCOME_COINS + GRANT }));
  let faults: string[] = [];
  for (const until = Date.now() + CONVERGENCE_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const violations = Object.entries(await operator.violations()).map(
      ([name, count]) => `ledger: ${count} ${name}`,
    );
    faults = [
      ...violations,
      ...(await differencesBetween(databases)),
      ...(await wrongBalances(databases, players)),
    ];
    if (faults.length === 0) break;
  }
  if (faults.length === 0) report('every game has ended, and the services agree');
  await operator.stop();
  for (const player of returning) player.close();
  return [...lost.flat(), ...faults, ...(await playNewGame(stack))];
}

/** Connects a player. Returns the open game, if there is one. */
async function openGameOf(player: Player): Promise<Game | undefined> {
  await player.connect();
  player.send({ type: 'request_current_game_state', userId: player.user.id });
  const isState = ({ type }: ServerMessage) =>
    /^(game_reconnection|reconnection_room_join|reconnection)$/.test(type);
  for (const until = Date.now() + RETURN_MS; !player.received.some(isState); await sleep(50))
    if (Date.now() > until) throw new Error(`${player.user.id} is back, and gets no state`);
  return player.game?.status === 'active' ? player.game : undefined;
}

/** Plays a game on. Resolves when the first move is acknowledged, of the player or of the server for an absent opponent. */
async function playOn(player: Player, { id, moves }: Game): Promise<void> {
  void player.playOut(id, chooseMove, { timeoutMs: CONVERGENCE_MS }).catch(() => undefined);
  for (const until = Date.now() + RETURN_MS; Date.now() < until; await sleep(50))
    if ((player.games.get(id)?.moves.length ?? 0) > moves.length) return;
  throw new Error(`${player.user.id} is back in game ${id}, which does not go on`);
}

/** Plays one game from search to payout. Returns what is wrong with it. */
async function playNewGame(stack: Stack): Promise<string[]> {
  const operator = new Operator(stack);
  const over = new AbortController();
  const enter = () => Guest.enter(stack.url, BET, (player) => operator.grantCoins(player.user.id, BET));
  const guests = [await enter(), await enter()];
  const playing = guests.map((guest) => guest.play(over.signal));
  while (guests.some(({ games }) => games === 0)) await sleep(POLL_INTERVAL_MS);
  over.abort();
  await Promise.all(playing);
  const faults = await Promise.all(guests.map((guest) => guest.faults()));
  for (const { player } of guests) player.close();
  await operator.stop();
  return faults.flat();
}

/** Returns a report that adds the seconds since now to each line. */
function stopwatch(report: (line: string) => void): (line: string) => void {
  const began = performance.now();
  return (line) => report(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}

import type { Outage } from './outages.ts';
import { CLOCKS_MS, OUTAGE_MS, TIMINGS } from './services.ts';
import type { World } from './world.ts';

/** What a game and its moves say about turns. */
interface PlayedGame {
  id: string;
  condition: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  played: { player: 'X' | 'O'; auto: boolean; at: string }[] | null;
}

/**
 * Milliseconds of an outage that the product notices in any case: a report from before it may be written by a tick after
 * its beginning. A shorter one may cost its time, but never a turn.
 */
const NOTICED_MS = OUTAGE_MS + 2 * CLOCKS_MS;

/**
 * The server moves for a player, or lets the game expire, only after a whole turn in which players could move, or after
 * it moved for them before: an outage costs no player a turn.
 */
export function checkTurns(
  { id, condition, played, started_at, finished_at }: PlayedGame,
  world: World,
): void {
  const outages = world.outages.longerThan(NOTICED_MS);
  let since = Number(started_at);
  const isAuto = { X: false, O: false };
  const check = (what: string, instant: number): void => {
    if (hasWholeTurn(since, instant, outages)) return;
    const between = outages
      .filter(({ from, until }) => from < instant && until > since)
      .map(({ cause, from, until }) => `${cause} from ${from - since} to ${until - since}`);
    world.defect(
      `${what} of ${id} was taken from its player after ${instant - since} ms; outages: ${between.join(', ')}`,
    );
  };
  for (const [index, { player, auto, at }] of (played ?? []).entries()) {
    const instant = Date.parse(at);
    if (auto && !isAuto[player]) check(`move ${index + 1}`, instant);
    if (!auto) countSaved(since, instant, outages, world);
    isAuto[player] = auto;
    since = instant;
  }
  if (condition === 'expired') check('the last turn', Number(finished_at));
}

/** Whether a whole turn without an outage lies between two instants. */
function hasWholeTurn(since: number, instant: number, outages: readonly Outage[]): boolean {
  let from = since;
  for (const outage of outages) {
    if (Math.min(outage.from, instant) - from >= TIMINGS.turn) return true;
    if (outage.from < instant) from = Math.max(from, outage.until);
  }
  return instant - from >= TIMINGS.turn;
}

/** Counts a move that its player made after an outage, when the turn would have run out without an extension. */
function countSaved(since: number, instant: number, outages: readonly Outage[], world: World): void {
  if (instant - since <= TIMINGS.turn + TIMINGS.grace) return;
  for (const { cause, from, until } of outages)
    if (from < instant && until > since) world.saw(`turn saved from an outage of the ${cause}`);
}

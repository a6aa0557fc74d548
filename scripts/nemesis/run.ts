import { Random } from '@fifteen/testkit';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations, type Violation } from './checker.ts';
import {
  awaitEnd,
  lateConvergence,
  limitAfter,
  measureConvergence,
  type Convergence,
} from './convergence.ts';
import { missedKinds, type Fault } from './faults.ts';
import { History } from './history.ts';
import { loggedErrors } from './logged-errors.ts';
import { enroll } from './players.ts';
import { Processes } from './processes.ts';
import { CLOSE_AFTER_SECONDS, openNemesisProduct, type Product } from './product.ts';
import { readSnapshot } from './snapshot.ts';

/** Interval of kills: 900 in an hour. */
const KILL_EVERY_MS = 4_000;
const PAUSE_MS = 2_000;
/** The week ends after a third of a run. */
const WEEK_MS_PER_MINUTE = 20_000;
/** Time from arming the failpoints of closing a week to its end: one process after the other starts with its own. */
const ARMED_BEFORE_MS = 12_000;
/** Time before the first fault. */
const SETUP_MS = 20_000;
/** Limit for the processes to be back after the faults. */
const BACK_MS = 5 * 60_000;
/** Limit for the end of the last games. */
const END_MS = 240_000;
/** How the faults begin after which convergence may take longer. */
const FAILOVER = 'postgres failed over';

/** Settings of a run. */
export interface Settings {
  readonly dir: string;
  readonly minutes: number;
  readonly seed: number;
  readonly tables: number;
  /** Kinds of faults; empty: all. */
  readonly only: readonly string[];
  readonly report: (line: string) => void;
}

/** What a run did and found. */
export interface Summary {
  readonly seed: number;
  readonly minutes: number;
  readonly date: string;
  /** Faults by kind, kills by failpoint, and what players did. */
  readonly faults: Readonly<Record<string, number>>;
  readonly kills: Readonly<Record<string, number>>;
  readonly play: Readonly<Record<string, number>>;
  /** Kinds of faults that never happened: there was no time for them, or this run cannot inject them. */
  readonly missedFaults: readonly string[];
  /** Failpoints that killed no process. */
  readonly missedFailpoints: readonly string[];
  /** When all services agreed after the last fault, and by when they have to. */
  readonly convergence: Convergence;
  /** Seconds from the end of the last fault until also all games had ended. */
  readonly recoverySeconds: number;
  readonly violations: readonly Violation[];
  /** What services disagree about, and the errors that they logged. */
  readonly defects: readonly string[];
}

/** Plays under faults, heals them, and compares what clients received with the databases. */
export async function runNemesis(settings: Settings): Promise<Summary> {
  const { dir, seed, report } = settings;
  // Limits per player are for people, who play slower.
  process.env['PLAYER_LIMIT_SCALE'] ??= '1000';
  const weekEndsInMs = SETUP_MS + settings.minutes * WEEK_MS_PER_MINUTE;
  const closesAt = Date.now() + weekEndsInMs + CLOSE_AFTER_SECONDS * 1_000;
  const product = await openNemesisProduct(dir, weekEndsInMs);
  const { stack } = product;
  try {
    const history = new History(join(dir, 'history.jsonl'));
    const players = await enroll(stack, { tables: settings.tables, seed, history });
    report(`${players.bots.length} players have registered`);
    const play = new Map<string, number>();
    const over = new AbortController();
    const playing = players.play(over.signal, (what) => add(play, what));
    const processes = new Processes(stack, new Random(seed));
    const { faults, endedAt, failedOverMs } = await disturbInTime({
      ...{ settings, processes, closesAt },
      faults: [powerLost(processes, product), ...product.faults],
    });
    over.abort();
    report('all faults are over, and all processes are ready');
    const stopped = new AbortController();
    const converging = measureConvergence(stack, endedAt, stopped.signal);
    const ended = await Promise.race([playing.then(() => true), sleep(END_MS).then(() => false)]);
    const differences = await awaitEnd(stack);
    stopped.abort();
    const convergence = { ms: await converging, limitMs: limitAfter(failedOverMs) };
    report(
      `the services agreed after ${convergence.ms} ms, and at the end differ in ${differences.length} points`,
    );
    const snapshot = await readSnapshot(stack.databases);
    for (const { counts, player } of players.bots) {
      for (const [what, count] of Object.entries(counts)) add(play, what, count);
      player.close();
    }
    return {
      ...{ seed, minutes: settings.minutes, date: new Date().toISOString() },
      faults: Object.fromEntries(faults),
      kills: processes.kills,
      missedFaults: missedKinds(faults, [...faults.keys()]),
      missedFailpoints: Object.keys(processes.kills).filter((name) => processes.kills[name] === 0),
      play: { ...Object.fromEntries(play), games: snapshot.games.length, rewards: snapshot.rewards.length },
      convergence,
      recoverySeconds: Math.round((performance.now() - endedAt) / 1_000),
      violations: findViolations(history.entries, snapshot),
      defects: [
        ...(ended ? [] : ['some players did not finish']),
        ...(snapshot.games.length > 0 ? [] : ['no game was played']),
        ...lateConvergence(convergence),
        ...differences,
        ...loggedErrors(stack),
        ...failed(faults, settings.only),
      ],
    };
  } finally {
    await product.stop();
  }
}

const powerLost = (processes: Processes, product: Product): Fault => ({
  name: 'power lost',
  inject: () => processes.killAll(() => product.killServers()),
  endedAt: () => processes.killedAt,
});

interface Disturbance {
  readonly settings: Settings;
  readonly processes: Processes;
  readonly faults: readonly Fault[];
  /** When the week is closed. */
  readonly closesAt: number;
}

/**
 * Runs `disturb` with a limit.
 * @throws Error that names the faults that are not over five minutes after the time, and the processes that are not back
 */
async function disturbInTime(disturbance: Disturbance): ReturnType<typeof disturb> {
  const { settings, processes } = disturbance;
  const late = sleep(settings.minutes * 60_000 + BACK_MS, undefined, { ref: false });
  const underWay = new Set<string>();
  const disturbed = await Promise.race([disturb(disturbance, underWay), late]);
  if (disturbed) return disturbed;
  throw new Error(
    `the product did not come back; faults under way: ${[...underWay].join(', ') || 'none'}; ` +
      `processes that do not serve: ${processes.missing.join(', ') || 'none'}`,
  );
}

/**
 * Injects faults until the time is over: kills without pause, the other kinds one after the other, each once in a
 * round. A failpoint kills the processes that close the week in the middle of it. Returns how often each kind happened,
 * when the last fault was over, and how long before that the last failover was, once all processes are ready.
 */
async function disturb(
  { settings, processes, faults, closesAt }: Disturbance,
  underWay: Set<string>,
): Promise<{ faults: Map<string, number>; endedAt: number; failedOverMs: number }> {
  const { minutes, seed, only, report } = settings;
  let lastAt = performance.now();
  let failedOverAt = -Infinity;
  const random = new Random(seed + 1);
  const until = Date.now() + minutes * 60_000;
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  const kill = { name: 'kill', inject: () => processes.kill(), endedAt: () => processes.killedAt };
  const killAtClose = { name: 'kill at the close', inject: () => processes.killAtClose() };
  const suspendFault: Fault = { name: 'suspend', inject: () => processes.suspend() };
  const others = [suspendFault, ...faults].filter(({ name }) => isWanted(name));
  const kills = [kill, killAtClose].filter(({ name }) => isWanted(name));
  const counts = new Map([...kills, ...others].map(({ name }) => [name, 0]));
  for (const { name, obstacle } of others) if (obstacle) report(`${name} is left out: ${obstacle}`);
  const inject = async ({ name, inject: work, endedAt }: Fault) => {
    const began = performance.now();
    underWay.add(name);
    const detail = await work(random).catch((error: unknown) => {
      add(counts, `${name}, failed`);
      return String(error);
    });
    underWay.delete(name);
    if (!detail) return;
    lastAt = Math.max(lastAt, endedAt?.() ?? performance.now());
    if (name.startsWith(FAILOVER)) failedOverAt = lastAt;
    add(counts, name);
    report(`${name}: ${detail} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
  };
  const killing = async () => {
    for (const pending: Promise<void>[] = []; ;) {
      if (Date.now() >= until) return Promise.all(pending);
      if (isWanted(kill.name)) pending.push(inject(kill));
      await sleep(KILL_EVERY_MS);
    }
  };
  const possible = others.filter(({ obstacle }) => !obstacle);
  const disturbing = async () => {
    for (let round: Fault[] = []; Date.now() < until; await sleep(random.int(PAUSE_MS))) {
      if (round.length === 0) round = random.shuffled(possible);
      const fault = round.pop();
      if (fault) await inject(fault);
    }
  };
  const closing = async () => {
    await sleep(closesAt - ARMED_BEFORE_MS - Date.now());
    if (isWanted(killAtClose.name) && Date.now() < until) await inject(killAtClose);
  };
  await Promise.all([killing(), disturbing(), closing()]);
  await processes.healed();
  return { faults: counts, endedAt: lastAt, failedOverMs: lastAt - failedOverAt };
}

/**
 * Returns the faults that did not end as they should, because a process did not start again, and those of a run of some
 * kinds that never happened. A run of all kinds may lack the time for some, or the rights.
 */
const failed = (faults: ReadonlyMap<string, number>, only: readonly string[]): string[] => [
  ...[...faults.keys()].filter((name) => name.endsWith(', failed')),
  ...missedKinds(faults, only).map((name) => `${name} never happened`),
];

function add(counts: Map<string, number>, what: string, count = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + count);
}

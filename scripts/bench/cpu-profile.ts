import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withInspector } from './inspector.ts';

const PROFILE_MS = 5_000;
/** Functions to print of each process. */
const FUNCTIONS = 25;
/** Processes of a product that are not Node. */
const OTHER_PROGRAMS = ['postgres', 'redis', 'nats', 'mail'];

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Samples of a process by V8. */
export interface Profile {
  readonly nodes: readonly { id: number; callFrame: Frame }[];
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds of the monotonic clock, and from each sample to the next. */
  readonly startTime: number;
  readonly timeDeltas: readonly number[];
}

/** Returns the services among the processes of a product, by name. */
export const servicesOf = (pids: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(pids).filter(([name]) => !OTHER_PROGRAMS.includes(name));

/** Samples the services one after the other, and prints the functions that took most of their time. */
export async function profileProcesses(pids: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, pid] of servicesOf(pids)) {
    const profile = await profileProcess(pid);
    console.log(`\n${name}: share of ${PROFILE_MS / 1_000} s`);
    for (const [place, share] of sharesOf(profile).slice(0, FUNCTIONS))
      console.log(`  ${(100 * share).toFixed(1).padStart(5)} %  ${place}`);
  }
}

const profileProcess = (pid: number): Promise<Profile> =>
  withInspector(pid, async (inspect) => {
    await inspect('Profiler.enable');
    await inspect('Profiler.start');
    await sleep(PROFILE_MS);
    return (await inspect<{ profile: Profile }>('Profiler.stop')).profile;
  });

/** Returns the share of samples of each function, the largest first. */
function sharesOf({ nodes, samples }: Profile): [string, number][] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const shares = new Map<string, number>();
  for (const id of samples) {
    const place = places.get(id) ?? '';
    shares.set(place, (shares.get(place) ?? 0) + 1 / samples.length);
  }
  return [...shares].filter(([place]) => place !== '(idle)').sort(([, a], [, b]) => b - a);
}

/** Returns a function with its file and line. */
export function placeOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  if (!url) return name;
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const place = path.replace(/^.*\/node_modules\//, '').replace(/^.*\/(services|packages|proto)\//, '$1/');
  return `${name}  ${place}:${lineNumber + 1}`;
}

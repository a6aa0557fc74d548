import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Where Node serves its inspector after SIGUSR1. One process at a time can have it. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const PROFILE_MS = 5_000;
/** Milliseconds and attempts for an inspector to open. */
const OPEN_MS = 100;
const OPEN_ATTEMPTS = 50;
/** Functions to print of each process. */
const FUNCTIONS = 25;

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface Profile {
  readonly nodes: readonly { id: number; callFrame: Frame }[];
  readonly samples: readonly number[];
}

/** Samples the services one after the other, and prints the functions that took most of their time. */
export async function profileProcesses(pids: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, pid] of Object.entries(pids)) {
    if (['postgres', 'redis', 'nats', 'mail'].includes(name)) continue;
    const profile = await profileProcess(pid);
    console.log(`\n${name}: share of ${PROFILE_MS / 1_000} s`);
    for (const [place, share] of sharesOf(profile).slice(0, FUNCTIONS))
      console.log(`  ${(100 * share).toFixed(1).padStart(5)} %  ${place}`);
  }
}

/** Samples a running Node process, and closes its inspector afterwards. */
async function profileProcess(pid: number): Promise<Profile> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorUrl());
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  let id = 0;
  const call = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve) => {
      const requestId = (id += 1);
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { id?: number; result: T };
        if (message.id === requestId) resolve(message.result);
      });
      socket.send(JSON.stringify({ id: requestId, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.start');
  await sleep(PROFILE_MS);
  const { profile } = await call<{ profile: Profile }>('Profiler.stop');
  // The next process needs the port.
  const expression = `process.getBuiltinModule('node:inspector').close()`;
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
  socket.send(JSON.stringify({ id: id + 1, method: 'Runtime.evaluate', params: { expression } }));
  await closed;
  return profile;
}

async function inspectorUrl(): Promise<string> {
  for (let left = OPEN_ATTEMPTS; left > 0; left -= 1) {
    await sleep(OPEN_MS);
    const targets = await fetch(INSPECTOR).then(
      (response) => response.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
  }
  throw new Error('the inspector of a service did not open; is its port taken?');
}

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

function placeOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  if (!url) return name;
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const place = path.replace(/^.*\/node_modules\//, '').replace(/^.*\/(services|packages|proto)\//, '$1/');
  return `${name}  ${place}:${lineNumber + 1}`;
}

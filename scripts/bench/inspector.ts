import { setTimeout as sleep } from 'node:timers/promises';

/** Where Node serves its inspector after SIGUSR1. One process at a time can have it. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
/** Milliseconds and attempts for an inspector to open. */
const OPEN_MS = 100;
const OPEN_ATTEMPTS = 50;

/** Calls a method of the inspector's protocol. */
export type Inspect = <T>(method: string, params?: object) => Promise<T>;

/** Calls the listener with each event of a name. */
type Listen = <T>(event: string, listener: (params: T) => void) => void;

/** Runs `work` with the inspector of a running Node process, and closes the inspector afterwards. */
export async function withInspector<T>(
  pid: number,
  work: (inspect: Inspect, listen: Listen) => Promise<T>,
): Promise<T> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorUrl());
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  let id = 0;
  const inspect: Inspect = <R>(method: string, params: object = {}): Promise<R> =>
    new Promise((resolve) => {
      const requestId = (id += 1);
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { id?: number; result: R };
        if (message.id === requestId) resolve(message.result);
      });
      socket.send(JSON.stringify({ id: requestId, method, params }));
    });
  const listen: Listen = <P>(event: string, listener: (params: P) => void): void =>
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { method?: string; params: P };
      if (message.method === event) listener(message.params);
    });
  try {
    return await work(inspect, listen);
  } finally {
    // The next process needs the port.
    const expression = `process.getBuiltinModule('node:inspector').close()`;
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    socket.send(JSON.stringify({ id: id + 1, method: 'Runtime.evaluate', params: { expression } }));
    await closed;
  }
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

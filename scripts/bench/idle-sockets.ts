import { setTimeout as sleep } from 'node:timers/promises';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';
import { addressOf } from './addresses.ts';
import { readMemory } from './memory.ts';
import { sumOfMetric } from './metrics.ts';
import { quantile } from './quantiles.ts';
import type { Site } from './site.ts';

/** Sockets of a player: as many as a player may have. */
const SOCKETS_EACH = 5;
const AT_ONCE = 20;
/** Milliseconds for which all are open, which is longer than the server's interval of pings. */
const IDLE_MS = 25_000;

/** Milliseconds in which a gateway notices that all have left. */
const LEAVE_MS = 10_000;
/** Milliseconds in which an idle gateway collects what they leave, and the share of it that it may keep. */
const COLLECT_MS = 150_000;
const MAX_RETAINED_SHARE = 0.25;

/** Opens many sockets, keeps them for a while, and prints what they take. Returns the failed checks. */
export async function holdSockets({ url, pids, metrics }: Site, count: number): Promise<string[]> {
  const before = readMemory(pids).get('gateway') ?? 0;
  const countOpen = () => sumOfMetric(Object.values(metrics), 'fifteen_ws_connections');
  const openBefore = await countOpen();
  const open: Player[] = [];
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const connect = async (player: Player): Promise<void> => {
    const startedAt = performance.now();
    const tab = player.openTab();
    await tab.connect(addressOf(open.length));
    tab.onFrame = () => undefined;
    open.push(tab);
    times.push(performance.now() - startedAt);
  };
  const worker = async (): Promise<void> => {
    while (open.length + failed < count) {
      const player = await retryWhenBusy(() => Player.guest(url));
      for (let socket = 0; socket < SOCKETS_EACH; socket += 1)
        await connect(player).catch(() => void (failed += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - began) / 1_000;
  await sleep(IDLE_MS);
  const closed = open.filter(({ connected }) => !connected).length;
  const kib = (((readMemory(pids).get('gateway') ?? 0) - before) * 1_024) / open.length;
  console.log(
    `\n${open.length} sockets in ${seconds.toFixed(0)} s: p50 ${quantile(times, 0.5).toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)} ms; ` +
      `${failed} failed, ${closed} closed within ${IDLE_MS / 1_000} s; ${kib.toFixed(1)} KiB of the gateway each`,
  );
  for (const tab of open) tab.drop();
  const leftAt = performance.now();
  const since = () => (performance.now() - leftAt) / 1_000;
  const waitUntil = async (isOver: () => Promise<boolean>, limitMs: number): Promise<boolean> => {
    while (performance.now() < leftAt + limitMs) {
      if (await isOver()) return true;
      await sleep(200);
    }
    return false;
  };
  const allClosed = await waitUntil(async () => (await countOpen()) <= openBefore, LEAVE_MS);
  if (allClosed)
    console.log(`the gateway counted as many as before ${since().toFixed(1)} s after they had left`);
  const retainedKib = () => ((readMemory(pids).get('gateway') ?? 0) - before) * 1_024;
  const isReleased = await waitUntil(
    async () => retainedKib() < kib * open.length * MAX_RETAINED_SHARE,
    COLLECT_MS,
  );
  console.log(
    `it keeps ${(retainedKib() / 1_024).toFixed(0)} MiB of them ${since().toFixed(0)} s after they had left`,
  );
  return [
    ...(allClosed ? [] : ['the gateway counts sockets that have left']),
    ...(isReleased ? [] : ['the gateway keeps the memory of sockets that have left']),
    ...(failed > 0 ? [`${failed} sockets failed`] : []),
    ...(closed > 0 ? [`${closed} sockets were closed`] : []),
  ];
}

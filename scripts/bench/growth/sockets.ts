import { setTimeout as sleep } from 'node:timers/promises';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../../lib/retry-when-busy.ts';
import { cpuOf } from '../cpu.ts';
import { readMemory } from '../memory.ts';
import { costsOf, formatCpu, Probe, type Dimension } from './probe.ts';

const OPENED_AT_ONCE = 20;
/** Milliseconds in which the work of the last arrivals ends. */
const SETTLE_MS = 4_000;
const IDLE_SECONDS = 10;

/** Sockets that only wait, of a guest each, beside the measured play. */
export const growSockets: Dimension = async (stack, sizes) => {
  const probe = await Probe.open(stack);
  await probe.measure('no idle sockets', []);
  const gatewayMib = () => readMemory(stack.pids()).get('gateway') ?? 0;
  const atFirst = gatewayMib();
  let open = 0;
  const openNext = async (size: number): Promise<void> => {
    while (open < size) {
      open += 1;
      const player = await retryWhenBusy(() => Player.guest(stack.url));
      await player.connect();
      player.received.length = 0;
      player.onFrame = () => undefined;
    }
  };
  for (const size of sizes) {
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => openNext(size)));
    await sleep(SETTLE_MS);
    const before = cpuOf(stack.pids());
    await sleep(IDLE_SECONDS * 1_000);
    const idle = costsOf(before, cpuOf(stack.pids()), IDLE_SECONDS);
    const mib = gatewayMib();
    console.log(
      `  ${size} idle sockets: gateway ${mib.toFixed(0)} MiB, ${(((mib - atFirst) * 1_024) / size).toFixed(1)} KiB a socket; CPU ms a second: ${formatCpu(idle)}`,
    );
    const endArrivals = connectGuests(stack.url);
    await probe.measure(`${size} idle sockets`, []);
    await endArrivals();
  }
};

/** Connects a guest every second, so that the number of online users changes for all sockets. Returns what ends it. */
function connectGuests(url: string): () => Promise<void> {
  const guests: Player[] = [];
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const player = await retryWhenBusy(() => Player.guest(url));
      await player.connect();
      guests.push(player);
      await sleep(1_000);
    }
    for (const player of guests) player.drop();
  };
  const ended = run();
  return () => {
    isOver = true;
    return ended;
  };
}

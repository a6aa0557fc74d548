import { BenchPlayer } from './bench-player.ts';

/** Sessions and sockets opened at the same time. */
const OPENED_AT_ONCE = 10;

/** Returns so many new guests with open sockets. */
export async function openPlayers(url: string, count: number): Promise<BenchPlayer[]> {
  const all: BenchPlayer[] = [];
  while (all.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - all.length);
    all.push(...(await Promise.all(Array.from({ length: batch }, () => BenchPlayer.open(url)))));
  }
  return all;
}

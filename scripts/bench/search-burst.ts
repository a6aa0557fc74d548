import type { BenchPlayer } from './bench-player.ts';
import { openPlayers } from './open-players.ts';
import { quantile } from './quantiles.ts';
import type { Site } from './site.ts';

/** Lets so many players search at the same moment, and prints how long they wait for their games. */
export async function measureSearchBurst(site: Site, count: number): Promise<void> {
  const players = await openPlayers(site.url, count);
  const began = performance.now();
  const search = async (player: BenchPlayer): Promise<number> => {
    await player.findOpponent();
    return performance.now() - began;
  };
  const times = await Promise.all(players.map(search));
  const [half, most, all] = [0.5, 0.99, 1].map((share) => (quantile(times, share) / 1_000).toFixed(2));
  console.log(
    `\n${count} players search at once: half in a game after ${half} s, 99 % after ${most} s, all after ${all} s`,
  );
  for (const player of players) player.close();
}

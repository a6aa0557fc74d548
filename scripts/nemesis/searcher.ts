import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from './bot.ts';

/** Between two searches of a player who found no opponent: a search ends with the gateway that holds it. */
const SEARCH_MS = 4_000;
const POLL_MS = 100;

/** Plays quick matches until the signal, and finishes the running game. */
export async function searchAndPlay(
  bot: Bot,
  bet: number,
  { over, count }: { over: AbortSignal; count: (what: string) => void },
): Promise<void> {
  const { player } = bot;
  for (let last: string | undefined; ;) {
    const game = await bot.currentGame();
    if (game && game.id !== last) {
      await bot.finish(game.id);
      last = game.id;
      count('seats in quick matches');
      continue;
    }
    if (over.aborted) {
      const { response } = await bot.request((signal) => player.api.matchmaking.leave({ signal }));
      if (response && response.status !== 'matched') return;
      continue;
    }
    player.send({ type: 'start_matchmaking', betAmount: bet });
    for (const until = Date.now() + SEARCH_MS; Date.now() < until; await sleep(POLL_MS))
      if (over.aborted || !player.connected || (player.game && player.game.id !== last)) break;
  }
}

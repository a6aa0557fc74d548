import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from './bot.ts';

/** Between two searches of a player who found no opponent: a search ends with the gateway that holds it. */
const SEARCH_MS = 4_000;
const POLL_MS = 100;
/** In which a match may begin after its player has left: the queue forgets it before its game begins. */
const LATE_MATCH_MS = 15_000;

/** Plays quick matches until the signal, and finishes the running game, also one that begins late. */
export async function searchAndPlay(
  bot: Bot,
  bet: number,
  { over, count }: { over: AbortSignal; count: (what: string) => void },
): Promise<void> {
  const { player } = bot;
  let last: string | undefined;
  for (let leftAt = Infinity; Date.now() < leftAt + LATE_MATCH_MS;) {
    const game = await bot.currentGame();
    if (game && game.id !== last) {
      await bot.finish(game.id);
      last = game.id;
      count('seats in quick matches');
      if (leftAt < Infinity) count('seats in matches after leaving the queue');
      leftAt = Infinity;
      continue;
    }
    if (over.aborted) {
      const { response } = await bot.request((signal) => player.api.matchmaking.leave({ signal }));
      if (response && response.status !== 'matched') leftAt = Math.min(leftAt, Date.now());
      await sleep(SEARCH_MS);
      continue;
    }
    bot.begin('search');
    await bot.connect();
    player.send({ type: 'start_matchmaking', betAmount: bet });
    for (const until = Date.now() + SEARCH_MS; Date.now() < until; await sleep(POLL_MS))
      if (over.aborted || !player.connected || (player.game && player.game.id !== last)) break;
  }
}

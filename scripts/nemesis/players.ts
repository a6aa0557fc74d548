import { Player } from '@fifteen/testkit/player';
import { Random } from '@fifteen/testkit';
import type { Stack } from '@fifteen/testkit/stack';
import { Operator } from '@fifteen/testkit/operator';
import { account } from '../seed/account.ts';
import { befriendUsers } from '../seed/play-together.ts';
import { Bot } from './bot.ts';
import type { History } from './history.ts';
import { Newcomers } from './newcomers.ts';
import { searchAndPlay } from './searcher.ts';
import { Table } from './table.ts';

/** Coins of a new account, and those that the operator adds: enough for all games and purchases of a run. */
const WELCOME = 1_000;
const GRANT = 50_000_000;
const PASSWORD = 'nemesis of nemesis';
const BETS = [0, 5_000] as const;
const NEWCOMERS_SEED = 2_000;

/** The players of a run. */
export interface Players {
  readonly bots: readonly Bot[];
  /** Plays until the signal. Resolves when the last games have ended. */
  play(over: AbortSignal, count: (what: string) => void): Promise<void>;
}

/** Registers the players of `tables` tables and as many pairs of searchers, who own coins; newcomers arrive while they play. */
export async function enroll(
  stack: Stack,
  { tables, seed, history }: { tables: number; seed: number; history: History },
): Promise<Players> {
  const operator = new Operator(stack);
  const members: Bot[] = [];
  const toBot = async (player: Player, index: number): Promise<Bot> => {
    history.add({ user: player.user.id, kind: 'account', coins: WELCOME + GRANT });
    await operator.grantCoins(player.user.id, GRANT);
    await player.connect();
    return new Bot(player, stack.urls, new Random(seed + index), history);
  };
  while (members.length < tables * 3) {
    const name = `nemesis${members.length}`;
    const player = await account(stack, { name, displayName: name, coins: 0 }, PASSWORD);
    members.push(await toBot(player, members.length));
  }
  const searchers: Bot[] = [];
  while (searchers.length < tables * 2)
    searchers.push(await toBot(await Player.guest(stack.url), 1_000 + searchers.length));
  const groups = Array.from({ length: tables }, (_, index) => members.slice(index * 3, index * 3 + 3));
  for (const [owner, guest] of groups) if (owner && guest) await befriendUsers(owner.player, guest.player);
  await operator.stop();
  return {
    bots: [...members, ...searchers],
    play: async (over, count) => {
      const left = new AbortController();
      for (const bot of [...members, ...searchers]) void bot.stayConnected(left.signal);
      await Promise.all([
        ...groups.map((group) => new Table(group as [Bot, Bot, Bot], count).play(over)),
        new Newcomers(stack, new Random(seed + NEWCOMERS_SEED), history, count).play(over),
        ...searchers.map((bot, index) => searchAndPlay(bot, BETS[index % BETS.length] ?? 0, { over, count })),
      ]).finally(() => left.abort());
    },
  };
}

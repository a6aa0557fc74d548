import { parseArgs } from 'node:util';
import { toUserId } from '@fifteen/domain';
import type { Player } from '@fifteen/testkit/player';
import { explainError } from './lib/explain-error.ts';
import { connect } from './admin/connect.ts';
import { readRunningProduct } from './lib/running-product.ts';
import { account } from './seed/account.ts';
import { GAMES, USERS, type SeededGame } from './seed/users.ts';
import { befriendUsers, playGame } from './seed/play-together.ts';

const HELP = `Fills the product that runs in this checkout (make run) with users to try it with: accounts, coins, friends and
finished games, all through its public API. What exists already stays as it is.

  npm run seed [-- --password WORDS]

Their addresses are NAME@fifteen.example; their mail is in the inbox of the local product.`;

/** For the local product only. It is printed, so that users can sign in. */
const PASSWORD = 'fifteen of them';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { password: { type: 'string', default: PASSWORD }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  const site = readRunningProduct();
  const users = new Map<string, Player>();
  for (const user of USERS) users.set(user.name, await account(site, user, values.password));
  await payIn(users);
  await makeFriends([...users.values()]);
  for (const game of GAMES) await playOnce(users, game);
  for (const player of users.values()) player.close();
  for (const [name, player] of users)
    console.log(`  ${name.padEnd(10)} ${String(await player.coins()).padStart(12)} coins`);
  console.log(`\n  Sign in at ${site.url} with any of these names and the password “${values.password}”.`);
}

/** Credits coins with a reference for each user, so that no user is paid twice. */
async function payIn(users: ReadonlyMap<string, Player>): Promise<void> {
  const { clients, close } = connect();
  try {
    for (const { name, coins: amount } of USERS) {
      const userId = toUserId(users.get(name)?.user.id ?? '');
      if (amount > 0) await clients.economy.topUp({ userId, amount, reference: `seed-${name}` });
    }
  } finally {
    await close();
  }
}

async function makeFriends(players: readonly Player[]): Promise<void> {
  for (const [index, player] of players.entries()) {
    const next = players[index + 1];
    if (next) await befriendUsers(player, next);
  }
}

/** Plays a game unless the two have played before. */
async function playOnce(users: ReadonlyMap<string, Player>, game: SeededGame): Promise<void> {
  const [a, b] = game.players.map((name) => users.get(name));
  if (!a || !b) throw new Error(`${game.players.join(' and ')} are not both among the users`);
  const { games } = await a.api.games.history();
  const ids = new Set([a.user.id, b.user.id]);
  if (games.some(({ playerXId, playerOId }) => ids.has(playerXId) && ids.has(playerOId))) return;
  await playGame(a, b, game);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);

import { parseArgs } from 'node:util';
import { toUserId } from '@fifteen/domain';
import type { Player } from '@fifteen/testkit/player';
import { explainError } from './lib/explain-error.ts';
import { connect } from './admin/connect.ts';
import { readNote } from './lib/note.ts';
import { account } from './seed/account.ts';
import { GAMES, PEOPLE, type Played } from './seed/people.ts';
import { befriend, playGame } from './seed/together.ts';

const HELP = `Fills the product that runs in this checkout (make run) with people to try it with: accounts, coins, friends and
finished games, all by the product's own doors. What is there already stays as it is.

  npm run seed [-- --password WORDS]

Their addresses are NAME@fifteen.example; their mail is in the inbox of the local product.`;

/** For the local product only. It is printed, so that users can sign in. */
const PASSWORD = 'fifteen of them';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { password: { type: 'string', default: PASSWORD }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  const site = readNote();
  const people = new Map<string, Player>();
  for (const person of PEOPLE) people.set(person.name, await account(site, person, values.password));
  await payIn(people);
  await makeFriends([...people.values()]);
  for (const game of GAMES) await once(people, game);
  for (const player of people.values()) player.close();
  for (const [name, player] of people)
    console.log(`  ${name.padEnd(10)} ${String(await player.coins()).padStart(12)} coins`);
  console.log(`\n  Sign in at ${site.url} with any of these names and the password “${values.password}”.`);
}

/** Credits coins with a reference for each user, so that no user is paid twice. */
async function payIn(people: ReadonlyMap<string, Player>): Promise<void> {
  const { clients, close } = connect();
  try {
    for (const { name, coins: amount } of PEOPLE) {
      const userId = toUserId(people.get(name)?.user.id ?? '');
      if (amount > 0) await clients.economy.topUp({ userId, amount, reference: `seed-${name}` });
    }
  } finally {
    await close();
  }
}

async function makeFriends(players: readonly Player[]): Promise<void> {
  for (const [index, player] of players.entries()) {
    const next = players[index + 1];
    if (next) await befriend(player, next);
  }
}

/** Plays a game unless the two have played before. */
async function once(people: ReadonlyMap<string, Player>, game: Played): Promise<void> {
  const [a, b] = game.between.map((name) => people.get(name));
  if (!a || !b) throw new Error(`${game.between.join(' and ')} are not both among the people`);
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

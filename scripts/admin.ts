import { explainError } from './lib/explain-error.ts';
import { grantCoins } from './admin/coins.ts';
import { connect } from './admin/connect.ts';
import { REPLAYABLE, replayEvents } from './admin/events.ts';
import { listFlags } from './admin/flags.ts';
import { grantItem, listItems } from './admin/items.ts';
import { checkLedger } from './admin/ledger.ts';
import { UsageError } from './admin/usage-error.ts';
import { banUser, deleteUser, logOutUser, showUser, unbanUser } from './admin/user.ts';
import { closeWeeks } from './admin/weeks.ts';

const USAGE = `The operators' tool.

  npm run admin -- coins grant --user NAME --amount N --reference REF
      credits N coins that were bought outside; REF is the payment's own
      reference, and the same payment is never credited twice
  npm run admin -- items grant --user NAME --item ID --reference REF
      gives an item without coins; REF is your own reference, and under the
      same one nothing is ever given twice
  npm run admin -- items list
      all items: id, price in coins, name
  npm run admin -- ledger check
      the invariants of the ledger, each with its violations; the exit code is 0
      without violations
  npm run admin -- user show NAME
      the account, its owned items and its equipped items
  npm run admin -- user logout NAME
      ends all sessions of a user, whose browsers return to the sign-in page
  npm run admin -- user ban NAME
      the same, and rejects each login until the user is unbanned; a running game
      goes on by its clock and auto-play, and coins, friends and gifts stay
  npm run admin -- user unban NAME
      lets a banned user log in again
  npm run admin -- user delete ID
      deletes a user for good who requested it: name, address, picture, coins, items,
      friends, messages, levels; a running game is lost, finished ones keep the id
  npm run admin -- flags list
      players whose last games for coins look played by a program, lost on purpose,
      or always against the same opponent; for review, without a consequence
  npm run admin -- weeks close
      closes the weeks that are over, as a job of leaderboard does, and lists those
      that wait, with the reason; the exit code is 0 if none waits
  npm run admin -- events replay --service ${REPLAYABLE.join('|')}
      publishes all events of a service again, for a consumer that lost its
      database; consumers ignore the events that they have applied

NAME is a username, an e-mail address or an id. Coins and items need a user who
has confirmed the address, or the id of a guest.

It calls the product that runs in this checkout (make run). For another one, set
ECONOMY_ADDR and IDENTITY_ADDR (gRPC targets; for some commands GAME_ADDR and
LEADERBOARD_ADDR), and RPC_TOKEN, the secret that authenticates operators.

Exit code: 0 success, 1 failure or violation, 2 wrong arguments.`;

const commands = {
  'coins grant': grantCoins,
  'items grant': grantItem,
  'items list': listItems,
  'ledger check': checkLedger,
  'user show': showUser,
  'user logout': logOutUser,
  'user ban': banUser,
  'user unban': unbanUser,
  'user delete': deleteUser,
  'flags list': listFlags,
  'weeks close': closeWeeks,
  'events replay': replayEvents,
};

async function main([noun = '', action = '', ...args]: string[]): Promise<number> {
  if (noun === '' || [noun, action, ...args].includes('--help')) {
    console.log(USAGE);
    return noun === '' ? 2 : 0;
  }
  const command = commands[`${noun} ${action}` as keyof typeof commands];
  if (!command) throw new UsageError(`There is no "${noun} ${action}".`);
  const work = command(args);
  const { clients, close } = connect();
  try {
    return (await work(clients)) ? 0 : 1;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explainError(error));
  if (error instanceof UsageError) console.error(`\n${USAGE}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

import { explainError } from './lib/explain-error.ts';
import { grantCoins } from './admin/coins.ts';
import { connect } from './admin/connect.ts';
import { REPLAYABLE, replayEvents } from './admin/events.ts';
import { listFlags } from './admin/flags.ts';
import { grantItem, listItems } from './admin/items.ts';
import { checkLedger } from './admin/ledger.ts';
import { UsageError } from './admin/usage-error.ts';
import { showUser } from './admin/user.ts';
import { closeWeeks } from './admin/weeks.ts';

const USAGE = `The operators' tool.

  npm run admin -- coins grant --user NAME --amount N --reference REF
      credits N coins that were bought outside; REF is the payment's own
      reference, and the same payment is never credited twice
  npm run admin -- items grant --user NAME --item ID --reference REF
      gives an item without coins; REF is your own reference, and under the
      same one nothing is ever given twice
  npm run admin -- items list
      what there is to give: id, price in coins, name
  npm run admin -- ledger check
      the ledger's invariants, each with its violations: all 0 in a right
      ledger, and the exit code says so
  npm run admin -- user show NAME
      who that is, what they own and what they wear
  npm run admin -- flags list
      players whose last games for coins look like a machine's, thrown, or always
      with the same opponent: for a person to look at, nothing follows by itself
  npm run admin -- weeks close
      closes the weeks that are over, as the leaderboard does by itself, and says
      which wait, and for what; the exit code says whether any does
  npm run admin -- events replay --service ${REPLAYABLE.join('|')}
      publishes the events of a service again, from the first: for one that
      builds on them and lost its database; whoever has had them does nothing

NAME is a username, an e-mail address or an id.

It talks to the product that runs in this checkout (make run). Elsewhere it is
told where the services are: ECONOMY_ADDR and IDENTITY_ADDR (gRPC targets; for
some commands GAME_ADDR and LEADERBOARD_ADDR), and RPC_TOKEN, the secret by which
they know the operators.

Exit code: 0 success, 1 failure or violation, 2 wrong arguments.`;

const commands = {
  'coins grant': grantCoins,
  'items grant': grantItem,
  'items list': listItems,
  'ledger check': checkLedger,
  'user show': showUser,
  'flags list': listFlags,
  'weeks close': closeWeeks,
  'events replay': replayEvents,
};

async function main([noun = '', verb = '', ...args]: string[]): Promise<number> {
  if (noun === '' || [noun, verb, ...args].includes('--help')) {
    console.log(USAGE);
    return noun === '' ? 2 : 0;
  }
  const command = commands[`${noun} ${verb}` as keyof typeof commands];
  if (!command) throw new UsageError(`There is no "${noun} ${verb}".`);
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

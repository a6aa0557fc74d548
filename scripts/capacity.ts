import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { planFor, thresholds } from './capacity/model.ts';
import { aligned, capacityPage, servicesTable, thresholdsTable } from './capacity/report.ts';
import { root } from './lib/root.ts';

const HELP = `Prints what so many players online at the same time need, from the measured costs in scripts/capacity/costs.ts.

  npm run capacity -- --players 10000
  npm run capacity -- --write           writes the tables of docs/capacity.md`;

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '10000' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

async function print(players: number): Promise<void> {
  const { load, natsMessages, natsServers, redisCommands, redisShards } = planFor(players);
  console.log(
    `${players} players: ${load.games.toFixed(1)} games begin each second, ${load.moves.toFixed(0)} moves/s\n`,
  );
  console.log(await aligned(servicesTable(players)));
  console.log(
    `\nNATS ${natsMessages.toFixed(0)} messages/s, ${natsServers} servers; Redis ${redisCommands.toFixed(0)} commands/s, ${redisShards} shards\n`,
  );
  const [first] = thresholds();
  if (first)
    console.log(`What gives way first: ${first.name}, at ${first.players.toPrecision(2)} players.\n`);
  console.log(await aligned(thresholdsTable()));
}

const page = `${root}docs/capacity.md`;
const players = Number(values.players);
if (values.help) console.log(HELP);
else if (values.write) writeFileSync(page, await capacityPage(readFileSync(page, 'utf8')));
else if (players >= 1) await print(players);
else {
  console.error('--players must be a number of players');
  process.exit(1);
}

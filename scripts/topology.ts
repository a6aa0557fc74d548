import { writeFileSync } from 'node:fs';
import { root } from './lib/root.ts';
import { topologyFiles } from './topology/files.ts';

const HELP = `Writes everything that follows from packages/topology: NATS permissions, the chart's topology, Docker Compose,
Prometheus targets, tables and pictures of the documents.

  npm run topology`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
for (const [file, text] of Object.entries(await topologyFiles())) writeFileSync(root + file, text);

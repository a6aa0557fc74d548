import { mkdirSync, writeFileSync } from 'node:fs';
import { apiDocuments, DIRECTORY } from './api-docs/documents.ts';

const HELP = `Writes docs/api: openapi.json and asyncapi.json from packages/contract, docs/api/rights.md from the tables of
permissions.

  npm run api-docs`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
mkdirSync(DIRECTORY, { recursive: true });
for (const [name, text] of Object.entries(await apiDocuments())) writeFileSync(`${DIRECTORY}/${name}`, text);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingDocumentChanges, type ContractDocument } from './contract/breaking.ts';
import { fileAt, findBases } from './lib/git.ts';
import { root } from './lib/root.ts';
import { breakingChangesSince } from './proto/breaking.ts';

/** The documents of the public contract; a test keeps them equal to the schemas. */
const DOCUMENTS = ['docs/api/openapi.json', 'docs/api/asyncapi.json'];

const parse = (text: string) => JSON.parse(text) as ContractDocument;

/** Returns the breaking changes of a document since a commit. One that the commit does not have is new. */
function documentChanges(base: string, path: string): string[] {
  const earlier = fileAt(base, path);
  const current = readFileSync(join(root, path), 'utf8');
  return earlier === undefined ? [] : breakingDocumentChanges(parse(earlier), parse(current));
}

// Fails for a change of the internal contract that a running older version would not understand, and for one of the
// public contract that a client of the older version would notice.
const bases = process.argv[2] ? [process.argv[2]] : findBases();
if (bases.length === 0) console.log('No earlier contract: this clone has neither main nor a release.');
for (const base of bases) {
  const changes = [
    ...breakingChangesSince(base),
    ...DOCUMENTS.flatMap((path) => documentChanges(base, path).map((change) => `${path}: ${change}`)),
  ];
  for (const change of changes) console.error(change);
  if (changes.length > 0) process.exitCode = 1;
  console.log(`${changes.length} breaking changes of the contracts since ${base}`);
}

import { breakingChangesSince, findBases } from './proto/breaking.ts';

// Fails for a change of the internal contract that a running older version would not understand.
const bases = findBases();
if (bases.length === 0) console.log('No earlier contract: this clone has neither main nor a release.');
for (const base of bases) {
  const changes = breakingChangesSince(base);
  for (const change of changes) console.error(change);
  if (changes.length > 0) process.exitCode = 1;
  console.log(`${changes.length} breaking changes of the internal contract since ${base}`);
}

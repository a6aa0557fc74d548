import { globSync } from 'node:fs';
import { withDatabases } from '@fifteen/testkit/stack';
import { root } from './lib/root.ts';
import { checkRows } from './rows/check.ts';
import { exceptions } from './rows/exceptions.ts';
import { programOf } from './rows/program.ts';

// Checks every statement of the services and the runtime, and the types of their rows, against migrated databases.
const names = globSync(['services/*/src/**/*.ts', 'packages/runtime/src/**/*.ts'], { cwd: root });
const { files, checker } = programOf(names.map((name) => root + name));
const { checked, mistakes } = await withDatabases((databases) =>
  checkRows(files, checker, { databases, exceptions }),
);
for (const mistake of mistakes) console.error(mistake);
if (mistakes.length > 0) process.exitCode = 1;
else console.log(`${checked} statements agree with the schema`);

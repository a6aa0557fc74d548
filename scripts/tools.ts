import { ensureProgram, helm, k6 } from './lib/go-program.ts';

/** What the tests of the chart and of the load scenarios run, and skip where it is not. */
for (const program of [helm, k6]) console.log(`${program.name}: ${ensureProgram(program, console.log)}`);

import { ensureProgram, helm, k6 } from './lib/go-program.ts';

/** The tests of the chart and of the load scenarios need these programs, and are skipped without them. */
for (const program of [helm, k6]) console.log(`${program.name}: ${ensureProgram(program, console.log)}`);

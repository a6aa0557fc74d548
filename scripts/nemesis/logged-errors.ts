import type { Stack } from '@fifteen/testkit/stack';
import { serviceNames } from '@fifteen/topology';
import { readFileSync } from 'node:fs';

/** Logged by a service whose port its killed predecessor still holds: it ends, and its supervisor starts it again. */
const PORT_TAKEN = 'EADDRINUSE';

/** Returns the errors that services logged. Neither a fault nor another version of a service may cause one. */
export const loggedErrors = (stack: Stack): string[] =>
  serviceNames
    .flatMap((name) => stack.service(name))
    .flatMap(({ spec }) => readFileSync(spec.log, 'utf8').split('\n'))
    .filter((line) => /"level":"(error|fatal)"/.test(line) && !line.includes(PORT_TAKEN));

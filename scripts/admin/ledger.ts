import type { Command } from './connect.ts';
import { parseArguments } from './usage-error.ts';

/** Milliseconds for an audit, which reads every row of the ledger. */
const LIMIT_MS = 600_000;

/** Prints each invariant with its violations. Returns whether there are none. */
export function checkLedger(args: string[]): Command {
  parseArguments(args, []);
  return async ({ economy }) => {
    const { lines, at } = await economy.auditLedger({}, { limitMs: LIMIT_MS });
    for (const { invariant, violations } of lines)
      console.log(`${String(violations).padStart(8)}  ${invariant}`);
    const right = lines.length > 0 && lines.every(({ violations }) => violations === 0);
    console.log(`The ledger is ${right ? 'right' : 'NOT RIGHT'} (${at?.toISOString()}).`);
    return right;
  };
}

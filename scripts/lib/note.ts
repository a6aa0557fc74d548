import { writeFileSync } from 'node:fs';
import type { Stack } from '@fifteen/testkit/stack';

/** For what works on a running product: where it is, how to call its services, which processes it is at the moment. */
export function keepNote(stack: Stack, file: string): void {
  const note = () => {
    const { url, mailUrl, adminEnv } = stack;
    writeFileSync(file, JSON.stringify({ url, mailUrl, adminEnv, pids: stack.pids() }), { mode: 0o600 });
  };
  note();
  stack.supervise(note);
}

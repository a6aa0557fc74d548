import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** What the product that is tested notes about itself: the one of this checkout, unless the tests were given another. */
const note = process.env.STACK_NOTE ?? new URL('../../.data/stack.json', import.meta.url);

const gateway = (): number => {
  const { pids } = JSON.parse(readFileSync(note, 'utf8')) as { pids: Record<string, number> };
  const pid = pids.gateway;
  if (!pid) throw new Error('no gateway is running');
  return pid;
};

/** Ends the gateway, politely or not; the supervisor starts another. Resolves when that one answers. */
export async function restartGateway({ request }: Page, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const before = gateway();
  process.kill(before, signal);
  await expect.poll(gateway, { timeout: 30_000 }).not.toBe(before);
  const ready = () =>
    request.get('/readyz').then(
      (answer) => answer.ok(),
      () => false,
    );
  await expect.poll(ready, { timeout: 30_000 }).toBe(true);
}

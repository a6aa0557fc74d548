import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** File with the process ids of the product under test. Defaults to the product of this checkout. */
const note = process.env.STACK_NOTE ?? new URL('../../.data/stack.json', import.meta.url);

const gatewayPid = (): number => {
  const { pids } = JSON.parse(readFileSync(note, 'utf8')) as { pids: Record<string, number> };
  const pid = pids.gateway;
  if (!pid) throw new Error('no gateway is running');
  return pid;
};

/** Stops the gateway with a signal, and waits until the one that the supervisor starts is ready. */
export async function restartGateway({ request }: Page, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const before = gatewayPid();
  process.kill(before, signal);
  await expect.poll(gatewayPid).not.toBe(before);
  const ready = () =>
    request.get('/readyz').then(
      (answer) => answer.ok(),
      () => false,
    );
  await expect.poll(ready).toBe(true);
}

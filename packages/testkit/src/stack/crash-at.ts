import type { ServiceName } from '@fifteen/topology';
import type { Stack } from './stack.ts';

/**
 * Makes a call that kills its service at a failpoint, `<service>.<point>`, and restarts the service. Does not repeat the
 * call. Throws when the process ends in another way.
 */
export async function crashAt(stack: Stack, failpoint: string, call: () => Promise<unknown>): Promise<void> {
  const [service = ''] = failpoint.split('.');
  const [replica] = stack.service(service as ServiceName);
  if (!replica) throw new Error(`the stack does not run the service of ${failpoint}`);
  await replica.kill();
  await replica.start({ FAILPOINT: failpoint });
  // The first calls may not reach the service yet.
  while (replica.pid !== undefined) await call().catch(() => undefined);
  const exit = await replica.exit;
  if (exit !== 'SIGKILL')
    throw new Error(`${service} ended with ${exit} instead of crashing at ${failpoint}`);
  await replica.start();
}

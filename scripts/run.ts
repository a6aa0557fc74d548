import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assertPortFree, openStack, type Stack } from '@fifteen/testkit/stack';
import { claimData, dataDir } from './lib/data.ts';
import { saveRunningProduct, runningProductFile } from './lib/running-product.ts';
import { ensureWebApp } from './lib/web-app.ts';

const report = (line: string) => console.log(`  ${line}`);

/** More replicas of a service are useless on one machine. */
const MAX_REPLICAS = 4;

async function start(): Promise<Stack> {
  mkdirSync(dataDir, { recursive: true });
  await claimData();
  const port = portFrom('PORT', 8080);
  await assertPortFree(port);
  await ensureWebApp(report);
  rmSync(join(dataDir, 'log'), { recursive: true, force: true });
  report('starting the servers and the services');
  const site = {
    dir: dataDir,
    namespace: process.env.NAMESPACE ?? '',
    durable: true,
    port,
    mailPort: portFrom('MAIL_PORT', 1080),
    report,
  };
  const stack = await openStack(site, { replicas: replicas() });
  saveRunningProduct(stack, runningProductFile);
  return stack;
}

function portFrom(variable: string, usual: number): number {
  const port = Number(process.env[variable] ?? usual);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} must be a port: a number from 1 to 65535`);
}

/** Returns the replicas of each service. With two, one after the other can be replaced while users play. */
function replicas(): number {
  const count = Number(process.env.REPLICAS ?? 1);
  if (Number.isInteger(count) && count > 0 && count <= MAX_REPLICAS) return count;
  throw new Error(`REPLICAS must be a number from 1 to ${MAX_REPLICAS}`);
}

/** Before everything has started, the kernel ends the child processes with this one. */
const abort = () => process.exit(130);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<void> {
  console.log('Fifteen');
  for (const signal of signals) process.on(signal, abort);
  const stack = await start();
  console.log(`
  play   ${stack.urls.join('  ')}
  mail   ${stack.mailUrl}
  logs   ${join(dataDir, 'log')}

  Ctrl-C stops it, and its data stay; make clean forgets them.
`);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // One Ctrl-C arrives more than once: from the terminal, and from npm.
    if (stopping) return;
    report('stopping');
    stopping = stack.stop();
    void stopping.then(() => {
      rmSync(runningProductFile, { force: true });
      process.exit(0);
    });
  };
  for (const signal of signals) process.off(signal, abort).on(signal, stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

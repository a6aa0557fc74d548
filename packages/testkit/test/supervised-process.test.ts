import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processLauncher } from '../src/servers/process.ts';
import { SupervisedProcess } from '../src/servers/supervised-process.ts';
import { temporaryDirectory } from '../src/temporary.ts';

test('a process stays ready, however much it logs, until it ends', async () => {
  const program = `process.on('SIGUSR2', () => console.log('x'.repeat(600_000))); console.log('ready'); setInterval(() => {}, 1e6)`;
  const supervised = new SupervisedProcess({
    name: 'talker',
    launch: processLauncher({ command: [process.execPath, '-e', program], orphanSignal: 'KILL' }),
    log: join(temporaryDirectory('supervised-'), 'log'),
    ready: (output) => output.includes('ready'),
    ...{ stopSignal: 'SIGTERM', graceMs: 5_000 },
  });
  expect(supervised.isReady).toBe(false);
  await supervised.start();
  process.kill(supervised.pid!, 'SIGUSR2');
  await expect.poll(() => supervised.output.includes('ready')).toBe(false);
  expect(supervised.isReady).toBe(true);
  await supervised.kill();
  expect(supervised.isReady).toBe(false);
});

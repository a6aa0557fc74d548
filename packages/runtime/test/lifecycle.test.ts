import { createLog, Lifecycle, pause, startJob } from '@fifteen/runtime';
import { expect, test } from 'vitest';

const log = createLog('test', 'silent');

test('parts stop in reverse order, and one that fails or hangs does not keep the others from it', async () => {
  const lifecycle = new Lifecycle(log);
  const stopped: string[] = [];
  lifecycle.onStop('database', async () => void stopped.push('database'));
  lifecycle.onStop('hangs', () => new Promise(() => stopped.push('hangs')), 50);
  lifecycle.onStop('fails', async () => {
    stopped.push('fails');
    throw new Error('no');
  });
  lifecycle.onStop('server', async () => void stopped.push('server'));
  await lifecycle.stop();
  expect(stopped).toEqual(['server', 'fails', 'hangs', 'database']);
});

test('a job continues after a pass that threw, and its stop waits for the running pass', async () => {
  let passes = 0;
  let ended = 0;
  const job = startJob('test', 5, log, async () => {
    passes += 1;
    if (passes === 1) throw new Error('once');
    await pause(30);
    ended += 1;
  });
  await expect.poll(() => passes).toBeGreaterThan(2);
  await job.stop();
  expect(ended).toBe(passes - 1);
  const passesAtStop = passes;
  await pause(50);
  expect(passes).toBe(passesAtStop);
});

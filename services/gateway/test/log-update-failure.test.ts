import { createLog, unavailable } from '@fifteen/runtime';
import { expect, test, vi } from 'vitest';
import { logUpdateFailure } from '../src/realtime/log-update-failure.ts';

test.each([
  ['an outage', 'warn', unavailable('room')],
  ['a defect', 'error', new TypeError('x is undefined')],
] as const)('%s that keeps an update from clients is logged as %s', (_, level, error) => {
  const log = createLog('test', 'silent');
  const lines = { warn: vi.spyOn(log, 'warn'), error: vi.spyOn(log, 'error') };
  logUpdateFailure(log)(error);
  expect(lines[level]).toHaveBeenCalledWith({ err: error }, 'sending an update failed');
  expect(lines[level === 'warn' ? 'error' : 'warn']).not.toHaveBeenCalled();
});

import type { Log } from '@fifteen/runtime';
import { Crash, type Process } from './process.ts';
import type { World } from './world.ts';

/**
 * Returns the log of a process. An alarm or an error of the product is a defect here: faults are logged as warnings, and
 * what a crashed process still logs is none.
 */
export function createLog(process: Process, world: World): Log {
  const error = (fields: { err?: unknown }, text: string): void => {
    if (!process.isAlive || fields.err instanceof Crash) return;
    world.defect(`${process.service} logged "${text}"`, fields.err ?? fields);
  };
  const quiet = (): void => undefined;
  return { error, fatal: error, warn: quiet, info: quiet, debug: quiet, trace: quiet } as unknown as Log;
}

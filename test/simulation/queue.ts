import type { openRedis as openProductRedis } from '@fifteen/runtime/redis';
import { wait } from './clock.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** Milliseconds until a command fails at a Redis that is down. */
const FAILURE_MS = 5;

/** What the client throws when it lost its connection. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * Opens Redis for a process. Connections break before a script, and after one of which the process then knows nothing; the
 * process crashes after one.
 */
export function openRedis(process: Process, world: World): ReturnType<typeof openProductRedis> {
  const {
    servers: { redis },
    faults,
    noise,
  } = world;
  /** Fails the run if the script itself fails: the queue would take that for an outage. */
  const evaluate = (...call: Parameters<typeof redis.eval>): unknown => {
    try {
      return redis.eval(...call);
    } catch (error) {
      world.defect('a script failed', error);
      throw error;
    }
  };
  const run = async (script: string, _keys: number, prefix: string, ...args: (string | number)[]) => {
    process.assertAlive();
    await wait(noise.between(0.1, 1));
    if (!redis.isUp || faults.happens('redis connection lost before a script', 0.003)) {
      await wait(FAILURE_MS);
      throw new ConnectionLost();
    }
    const reply = evaluate(script, prefix, args);
    if (faults.happens('crash after a script', 0.002)) world.crash(process);
    process.assertAlive();
    await wait(noise.between(0.1, 1));
    if (faults.happens('redis connection lost after a script', 0.004)) throw new ConnectionLost();
    return reply;
  };
  /** Redis knows a script by its hash once it has run it. */
  const runByHash = (hash: string, ...rest: [number, string, ...(string | number)[]]) => {
    const script = redis.scriptOf(hash);
    return script === undefined
      ? Promise.reject(new Error('NOSCRIPT No matching script'))
      : run(script, ...rest);
  };
  return { eval: run, evalsha: runByHash } as unknown as ReturnType<typeof openProductRedis>;
}

import { resolve } from 'node:path';
import { z } from 'zod';
import { loadConfig, postgresUrl } from '../config.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';

/**
 * Migrates the database of the service in whose folder it runs: `node migrate.ts` in its image. A second run finds nothing
 * to do, concurrent runs wait for each other, and a failure sets the exit code.
 */
const { POSTGRES_OWNER_URL: url } = loadConfig(
  z.object({
    /** Connection of the role that owns the database. No service gets it. */
    POSTGRES_OWNER_URL: postgresUrl,
  }),
);
await migrate({ url, dir: resolve('.') });
createLog('migrate', 'info').info('schema migrated');

import { resolve } from 'node:path';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';

/**
 * Brings the database of the service whose folder this is run in to the newest schema: `node migrate.ts` in its image.
 * Run again, it finds nothing to do; two at once wait for each other; a failure is the exit code.
 */
const { POSTGRES_OWNER_URL: url } = loadConfig(
  z.object({
    /** Connection of the role that owns the database and all that is in it. No service is given it. */
    POSTGRES_OWNER_URL: z.string().min(1),
  }),
);
await migrate({ url, dir: resolve('.') });
createLog('migrate', 'info').info('the schema is the newest');

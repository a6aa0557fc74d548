import { loadConfig, runService } from '@fifteen/runtime';
import { identityConfig } from './config.ts';
import { startIdentity } from './service.ts';

await runService('identity', loadConfig(identityConfig), startIdentity);

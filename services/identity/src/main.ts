import { loadConfig, runService } from '@fifteen/runtime';
import { identityConfig } from './config.ts';
import { startIdentityService } from './service.ts';

await runService('identity', loadConfig(identityConfig), startIdentityService);

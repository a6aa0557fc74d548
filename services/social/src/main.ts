import { loadConfig, runService } from '@fifteen/runtime';
import { socialConfig } from './config.ts';
import { startSocialService } from './service.ts';

await runService('social', loadConfig(socialConfig), startSocialService);

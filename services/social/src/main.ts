import { loadConfig, runService } from '@fifteen/runtime';
import { socialConfig } from './config.ts';
import { startSocial } from './service.ts';

await runService('social', loadConfig(socialConfig), startSocial);

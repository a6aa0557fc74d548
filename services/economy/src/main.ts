import { loadConfig, runService } from '@fifteen/runtime';
import { economyConfig } from './config.ts';
import { startEconomyService } from './service.ts';

await runService('economy', loadConfig(economyConfig), startEconomyService);

import { loadConfig, runService } from '@fifteen/runtime';
import { economyConfig } from './config.ts';
import { startEconomy } from './service.ts';

await runService('economy', loadConfig(economyConfig), startEconomy);

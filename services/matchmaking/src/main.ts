import { loadConfig, runService } from '@fifteen/runtime';
import { matchmakingConfig } from './config.ts';
import { startMatchmaking } from './service.ts';

await runService('matchmaking', loadConfig(matchmakingConfig), startMatchmaking);

import { loadConfig, runService } from '@fifteen/runtime';
import { matchmakingConfig } from './config.ts';
import { startMatchmakingService } from './service.ts';

await runService('matchmaking', loadConfig(matchmakingConfig), startMatchmakingService);

import { loadConfig, runService } from '@fifteen/runtime';
import { gameConfig } from './config.ts';
import { startGameService } from './service.ts';

await runService('game', loadConfig(gameConfig), startGameService);

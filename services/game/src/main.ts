import { loadConfig, runService } from '@fifteen/runtime';
import { gameConfig } from './config.ts';
import { startGame } from './service.ts';

await runService('game', loadConfig(gameConfig), startGame);

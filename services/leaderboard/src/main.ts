import { loadConfig, runService } from '@fifteen/runtime';
import { leaderboardConfig } from './config.ts';
import { startLeaderboardService } from './service.ts';

await runService('leaderboard', loadConfig(leaderboardConfig), startLeaderboardService);

import { loadConfig, runService } from '@fifteen/runtime';
import { leaderboardConfig } from './config.ts';
import { startLeaderboard } from './service.ts';

await runService('leaderboard', loadConfig(leaderboardConfig), startLeaderboard);

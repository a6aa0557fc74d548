import type { GameServiceDefinition } from '@fifteen/proto/game';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { abandonGame } from './abandon-game.ts';
import { checkStake } from './check-stake.ts';
import { countEndedGames } from './count-ended-games.ts';
import { createGame } from './create-game.ts';
import { getGame } from './get-game.ts';
import { getSettings } from './get-settings.ts';
import { getStakeLimit } from './get-stake-limit.ts';
import { listEndedGames } from './list-ended-games.ts';
import { listFairPlayFlags } from './list-fair-play-flags.ts';
import { listGameHistory } from './list-game-history.ts';
import { move } from './move.ts';
import { play } from './play.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { takeControl } from './take-control.ts';

/** Rooms start and abandon games, users act through the gateway, and other services read games. */
export const methods: Methods<typeof GameServiceDefinition, AppContext> = {
  createGame: { callers: ['room'], handle: createGame },
  abandonGame: { callers: ['room'], handle: abandonGame },
  move: { callers: ['gateway'], handle: move },
  play: { callers: ['gateway'], handle: play },
  takeControl: { callers: ['gateway'], handle: takeControl },
  checkStake: { callers: ['room'], handle: checkStake },
  getStakeLimit: { callers: ['gateway'], handle: getStakeLimit },
  sendHeartbeat: { callers: ['gateway'], handle: sendHeartbeat },
  getGame: { callers: ['gateway', 'room', 'economy'], handle: getGame },
  listGameHistory: { callers: ['gateway'], handle: listGameHistory },
  countEndedGames: { callers: ['leaderboard'], handle: countEndedGames },
  listEndedGames: { callers: ['leaderboard'], handle: listEndedGames },
  getSettings: { callers: ['gateway'], handle: getSettings },
  listFairPlayFlags: { callers: ['admin'], handle: listFairPlayFlags },
};

import { domain } from './domain.ts';
import { economy } from './economy.ts';
import { game } from './game.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import { leaderboard } from './leaderboard.ts';
import { room } from './room.ts';
import { runtime } from './runtime.ts';
import type { Seed } from './seed.ts';
import { social } from './social.ts';

/** The mutants of a project, and the folder with the tests that they name. */
export interface Project {
  readonly tests: string;
  readonly seeds: readonly Seed[];
}

/** The projects that `make mutants` knows, by name. */
export const projects: Readonly<Record<string, Project>> = {
  domain: { tests: 'packages/domain/test', seeds: domain },
  runtime: { tests: 'packages/runtime/test', seeds: runtime },
  economy: { tests: 'services/economy/test', seeds: economy },
  game: { tests: 'services/game/test', seeds: game },
  room: { tests: 'services/room/test', seeds: room },
  identity: { tests: 'services/identity/test', seeds: identity },
  leaderboard: { tests: 'services/leaderboard/test', seeds: leaderboard },
  social: { tests: 'services/social/test', seeds: social },
  gateway: { tests: 'services/gateway/test', seeds: gateway },
};

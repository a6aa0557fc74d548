import { domain } from './domain.ts';
import { economy } from './economy.ts';
import { game } from './game.ts';
import type { Seed } from './seed.ts';

/** The mutants of a project, and the folder with the tests that they name. */
export interface Project {
  readonly tests: string;
  readonly seeds: readonly Seed[];
}

/** The projects that `make mutants` knows, by name. */
export const projects: Readonly<Record<string, Project>> = {
  domain: { tests: 'packages/domain/test', seeds: domain },
  economy: { tests: 'services/economy/test', seeds: economy },
  game: { tests: 'services/game/test', seeds: game },
};

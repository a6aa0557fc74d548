import type { z } from 'zod';
import type { routes } from '../routes.ts';
import { auth } from './auth.ts';
import type { Call } from './call.ts';
import { emojis } from './emojis.ts';
import { blocks, chat, friends } from './friends.ts';
import { system, users } from './people.ts';
import { coins, games, matchmaking } from './play.ts';
import { profile } from './profile.ts';
import { achievements, leaderboard, progress } from './progress.ts';
import { invitations, playAgain, rooms } from './rooms.ts';
import { gifts, rewards, shop } from './shop.ts';

/** Every call of `/api`. The gateway registers its routes from this table, and the client infers its types from it. */
export const calls = {
  auth,
  system,
  users,
  matchmaking,
  games,
  rooms,
  invitations,
  playAgain,
  coins,
  emojis,
  shop,
  rewards,
  gifts,
  profile,
  blocks,
  friends,
  chat,
  achievements,
  leaderboard,
  progress,
} satisfies {
  [Group in keyof typeof routes]: { [Name in keyof (typeof routes)[Group]]: Call };
};
/** All calls by group and name, with their schemas. */
export type Calls = typeof calls;
export type { Call };

type PartOf<C, Part extends string> =
  C extends Record<Part, infer S extends z.core.$ZodType>
    ? object extends z.input<S>
      ? { [P in Part]?: z.input<S> }
      : { [P in Part]: z.input<S> }
    : unknown;

/** Input of a call: its `params`, `query` and `body`, as far as it has them. */
export type CallInput<C> = PartOf<C, 'params'> & PartOf<C, 'query'> & PartOf<C, 'body'>;

type Responses<C> = C extends { responses: infer R } ? R : never;
/** Body of a successful response, parsed from JSON; undefined without a body. */
export type CallOutput<C> = Responses<C>[Extract<keyof Responses<C>, number>] extends infer S extends
  z.core.$ZodType
  ? z.output<S>
  : never;

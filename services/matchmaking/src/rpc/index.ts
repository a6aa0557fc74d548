import type { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { join } from './join.ts';
import { keepAlive } from './keep-alive.ts';
import { leave } from './leave.ts';

/** Handlers and allowed callers. Only the gateway knows which users search and are connected. */
export const methods: Methods<typeof MatchmakingServiceDefinition, AppContext> = {
  join: { callers: ['gateway'], handle: join },
  leave: { callers: ['gateway'], handle: leave },
  keepAlive: { callers: ['gateway'], handle: keepAlive },
};

import type { CreateRequest, GameService } from '@fifteen/proto/game';
import { AppError, type Access, type Handlers } from '@fifteen/runtime';
import { z } from 'zod';
import { abandonGame } from './abandon.ts';
import { countEnded, listEnded } from './ended.ts';
import { createGame, type Start } from './create.ts';
import { listFlags } from './flags.ts';
import { currentGame, history } from './history.ts';
import type { LiveGames } from './live.ts';
import type { Parts } from './parts.ts';
import type { PlayStreams } from './play.ts';
import { assertMayStake, stakeLimitOf } from './standing.ts';
import { stateOf } from './state.ts';

/** Rooms start and end games, people act through the gateway, and who keeps books of games may look. */
export const access: Access<typeof GameService> = {
  create: ['room'],
  abandon: ['room'],
  move: ['gateway'],
  play: ['gateway'],
  takeControl: ['gateway'],
  mayStake: ['room'],
  stakeLimit: ['gateway'],
  heartbeat: ['gateway'],
  get: ['gateway', 'room', 'economy', 'admin'],
  current: ['gateway'],
  history: ['gateway'],
  countEnded: ['leaderboard'],
  listEnded: ['leaderboard'],
  settings: ['gateway'],
  flags: ['admin'],
};

export const handlers = (parts: Parts, live: LiveGames, play: PlayStreams): Handlers<typeof GameService> => ({
  create: async (request) => stateOf(await createGame(parts, live, startOf(request))),
  abandon: async ({ gameId, userId }) => stateOf(await abandonGame(parts, live, gameId, userId)),
  move: async ({ gameId, userId, position }) => stateOf(await live.move(gameId, userId, position)),
  play: (stream) => play.serve(stream),
  takeControl: async ({ gameId, userId }) => stateOf(await live.takeControl(gameId, userId)),
  mayStake: async ({ userId, bet }) => {
    await assertMayStake(parts, userId, bet);
    return {};
  },
  stakeLimit: ({ userId }) => stakeLimitOf(parts, userId),
  heartbeat: async ({ users }) => {
    parts.heartbeats.add(users);
    return {};
  },
  get: async ({ gameId }) => stateOf(await live.get(gameId)),
  current: async ({ userId }) => {
    const game = await currentGame(parts.db, userId);
    return { game: game ? stateOf(game) : undefined };
  },
  history: async ({ userId, cursor }) => {
    const page = await history(parts.db, userId, cursor);
    return { games: page.games.map(stateOf), nextCursor: page.next };
  },
  countEnded: (span) => countEnded(parts.db, span),
  listEnded: async ({ cursor, ...span }) => {
    const page = await listEnded(parts.db, span, cursor);
    return { games: page.games.map(stateOf), nextCursor: page.next };
  },
  settings: async () => ({ turnSeconds: parts.pace.turn / 1_000 }),
  flags: async () => ({ flags: await listFlags(parts.db) }),
});

const id = z.string().min(1).max(64);
const startSchema = z.object({
  gameId: z.guid().toLowerCase(),
  roomId: id,
  round: z.int().min(1).max(1_000_000),
  playerIds: z.tuple([id, id]),
  bet: z.union([0, 5_000, 50_000, 250_000, 1_000_000, 10_000_000].map((bet) => z.literal(bet))),
  xPlayerId: id.or(z.literal('')),
});

function startOf(request: CreateRequest): Start {
  const parsed = startSchema.safeParse(request);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError('INVALID', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { playerIds, xPlayerId, ...rest } = parsed.data;
  return { ...rest, players: playerIds, xPlayerId: xPlayerId || null };
}

import type { Seed } from './seed.ts';

const source = (name: string): string => `services/game/src/${name}.ts`;

const decisions = source('domain/decisions');
const clocks = source('jobs/advance-clocks');
const fairPlay = source('domain/fair-play');
const payouts = source('domain/payouts');

export const game: readonly Seed[] = [
  {
    file: decisions,
    text: `(at % 2 === 1) === (side === 'X') && moves[at - 1] === position`,
    mutant: `moves.at(-1) === position`,
    breaks: 'only the own last move is a repeat',
    test: 'moves',
  },
  {
    file: decisions,
    text: `ply !== undefined && ply !== game.board.moves.length + 1`,
    mutant: `false`,
    breaks: 'a move that was chosen for another position is rejected',
    test: 'decisions',
  },
  {
    file: decisions,
    text: `{ ...game.auto, [side]: false }, false, now)`,
    mutant: `game.auto, false, now)`,
    breaks: 'a move by hand ends auto-play',
    test: 'clocks',
  },
  {
    file: decisions,
    text: `if (isBotSeat || game.auto[side] || game.renewed) {`,
    mutant: `if (isBotSeat || game.auto[side]) {`,
    breaks: 'the server moves at once when a renewed turn runs out',
    test: 'clocks',
  },
  {
    file: decisions,
    text: `game.board.moves.length < 2`,
    mutant: `game.board.moves.length < 1`,
    breaks: 'a game with one move and both players absent expires',
    test: 'clocks',
  },
  {
    file: decisions,
    text: `isBotSeat ? 'hard' : 'medium'`,
    mutant: `isBotSeat ? 'medium' : 'hard'`,
    breaks: 'a bot plays hard, auto-play medium',
    test: 'clocks',
  },
  {
    file: decisions,
    text: `const moved = { board, auto, renewed: false, lastMoveAt: now.at };`,
    mutant: `const moved = { board, auto, lastMoveAt: now.at };`,
    breaks: 'a renewed turn ends with its move',
    test: 'clocks',
  },
  {
    file: source('domain/timings'),
    text: `later(turnDeadline, timings.grace)`,
    mutant: `turnDeadline`,
    breaks: 'a move may arrive within the grace period',
    test: 'decisions',
  },
  {
    file: source('live/write-changes'),
    text: ` AND g.version = c.version
      AND date_trunc('milliseconds', g.turn_deadline) = c.deadline`,
    mutant: ` AND g.turn_deadline IS NOT NULL`,
    breaks: 'a change applies to the state that it was decided on',
    test: 'moves',
  },
  {
    file: source('live/write-changes'),
    text: `date_trunc('milliseconds', turn_deadline) = $15`,
    mutant: `turn_deadline IS NOT NULL AND $15::timestamptz IS NOT NULL`,
    breaks: 'a change decided on a state that a failover lost is not written',
    test: 'moves',
  },
  {
    file: source('live/live-games'),
    text: `else pushRepeatedMove(this.#context.push, game);`,
    mutant: ``,
    breaks: 'a repeated move is pushed again',
    test: 'moves',
  },
  {
    file: source('live/live-games'),
    text: `const written = optimistic`,
    mutant: `if (optimistic instanceof AppError) throw optimistic;
    const written = optimistic`,
    breaks: 'no move is rejected by a cached state',
    test: 'moves',
  },
  {
    file: source('live/batcher'),
    text: `batch.size >= options.size || batch.has(key)`,
    mutant: `batch.size >= options.size`,
    breaks: 'a batch has one change of a game',
    test: 'load',
  },
  {
    file: source('domain/game-start'),
    text: `xPlayerId ?? (randomInt(2) === 0 ? a : b)`,
    mutant: `xPlayerId ?? a`,
    breaks: 'X is drawn by lot',
    test: 'moves',
  },
  {
    file: source('domain/game-start'),
    text: `players.every((player)`,
    mutant: `players.some((player)`,
    breaks: 'a game id with another player is a conflict',
    test: 'stakes',
  },
  {
    file: source('db/game-start'),
    text: `USING cancelled WHERE game_id = id AND`,
    mutant: `USING cancelled WHERE game_id <> id AND`,
    breaks: 'a cancelled game leaves its players free',
    test: 'stakes',
  },
  {
    file: source('workflows/cancel-game'),
    text: `stake.state === StakeState.HELD)`,
    mutant: `stake.state === StakeState.VOID)`,
    breaks: 'a game that is called off returns held stakes',
    test: 'stakes',
  },
  {
    file: source('workflows/finish-game'),
    text: `await settleGame(context, game).catch(`,
    mutant: `void settleGame(context, game).catch(`,
    breaks: 'the end of a game is pushed after its payout',
    test: 'stakes',
  },
  {
    file: source('jobs/process-stakes'),
    text: `created_at < now() - $3 * interval '1 ms' AS late`,
    mutant: `created_at < now() - $3 * interval '1 s' AS late`,
    breaks: 'a start that takes too long is called off',
    test: 'stakes',
  },
  {
    file: clocks,
    text: ` AND (due_at <= turn_deadline OR due_at <= gateway_at)`,
    mutant: ``,
    breaks: 'a turn runs out only if players could reach the product after its end',
    test: 'clocks',
  },
  {
    file: source('domain/heartbeats'),
    text: `if (ms > this.#emptyMs) this.#deserted = true;`,
    mutant: ``,
    breaks: 'gateways without players for long are no outage',
    test: 'clocks',
  },
  {
    file: source('db/stake-limit'),
    text: `const MINIMUM_MOVES = 7;`,
    mutant: `const MINIMUM_MOVES = 6;`,
    breaks: 'a game of six moves gives no experience',
    test: 'fair-play',
  },
  {
    file: source('rpc/list-game-history'),
    text: `'(finished_at, id) < (?, ?)'`,
    mutant: `'finished_at < ? AND id IS DISTINCT FROM ?'`,
    breaks: 'pages skip no game of the same instant',
    test: 'history',
  },
  {
    file: source('jobs/review-fair-play'),
    text: `const REVIEWED_GAMES = 7;`,
    mutant: `const REVIEWED_GAMES = 8;`,
    breaks: 'a flag counts the last seven games',
    test: 'fair-play',
  },
  {
    file: fairPlay,
    text: `moves.length <= QUICK_PLIES`,
    mutant: `moves.length < QUICK_PLIES`,
    breaks: 'a game lost with six moves is thrown',
    test: 'fair-play-signals',
  },
  {
    file: fairPlay,
    text: `withPair >= recent * PAIR_SHARE`,
    mutant: `withPair > recent * PAIR_SHARE`,
    breaks: 'three games of four with one opponent are suspicious',
    test: 'fair-play-signals',
  },
  {
    file: payouts,
    text: `stake.winnerId === winnerId &&`,
    mutant: ``,
    breaks: 'the audit of payouts compares the winner',
    test: 'payouts',
  },
  {
    file: payouts,
    text: `stake?.state === StakeState.HELD || stake?.state === StakeState.SETTLED`,
    mutant: `stake?.state === StakeState.SETTLED`,
    breaks: 'the audit of payouts finds stakes of cancelled games that are still held',
    test: 'payouts',
  },
];

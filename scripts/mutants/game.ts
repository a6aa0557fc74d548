import type { Seed } from './seed.ts';

const source = (name: string): string => `services/game/src/${name}.ts`;

const decide = source('decide');
const clocks = source('clocks');
const signals = source('signals');
const payouts = source('payouts');

export const game: readonly Seed[] = [
  {
    file: decide,
    text: `moves.at(side === movedLast ? -1 : -2) === position`,
    mutant: `moves.at(-1) === position`,
    breaks: 'only the own last move is a repeat',
    test: 'moves',
  },
  {
    file: decide,
    text: `{ ...game.auto, [side]: false }, false, now)`,
    mutant: `game.auto, false, now)`,
    breaks: 'a move by hand ends auto-play',
    test: 'clocks',
  },
  {
    file: decide,
    text: `if (isBots || game.auto[side] || game.renewed) {`,
    mutant: `if (isBots || game.auto[side]) {`,
    breaks: 'the server moves at once when a renewed turn runs out',
    test: 'clocks',
  },
  {
    file: decide,
    text: `game.board.moves.length < 2`,
    mutant: `game.board.moves.length < 1`,
    breaks: 'a game with one move and both players absent expires',
    test: 'clocks',
  },
  {
    file: decide,
    text: `isBots ? 'hard' : 'medium'`,
    mutant: `isBots ? 'medium' : 'hard'`,
    breaks: 'a bot plays hard, auto-play medium',
    test: 'clocks',
  },
  {
    file: decide,
    text: `const moved = { board, auto, renewed: false, lastMoveAt: now.at };`,
    mutant: `const moved = { board, auto, lastMoveAt: now.at };`,
    breaks: 'a renewed turn ends with its move',
    test: 'clocks',
  },
  {
    file: source('pace'),
    text: `later(turnDeadline, pace.grace)`,
    mutant: `turnDeadline`,
    breaks: 'a move may arrive within the grace period',
    test: 'moves',
  },
  {
    file: source('changes'),
    text: ` AND g.version = c.version`,
    mutant: ``,
    breaks: 'a change applies to the version that it was decided on',
    test: 'moves',
  },
  {
    file: source('live'),
    text: `if (!changed && by) announceAgain(this.#parts.push, game, by);`,
    mutant: ``,
    breaks: 'a repeated move is pushed again',
    test: 'moves',
  },
  {
    file: source('live'),
    text: `const written = hopeful`,
    mutant: `if (hopeful instanceof AppError) throw hopeful;
    const written = hopeful`,
    breaks: 'no move is rejected by a cached state',
    test: 'moves',
  },
  {
    file: source('batcher'),
    text: `batch.size >= options.size || batch.has(key)`,
    mutant: `batch.size >= options.size`,
    breaks: 'a batch has one change of a game',
    test: 'load',
  },
  {
    file: source('create'),
    text: `xPlayerId ?? (randomInt(2) === 0 ? a : b)`,
    mutant: `xPlayerId ?? a`,
    breaks: 'X is drawn by lot',
    test: 'stakes',
  },
  {
    file: source('create'),
    text: `players.every((player)`,
    mutant: `players.some((player)`,
    breaks: 'a game id with another player is a conflict',
    test: 'stakes',
  },
  {
    file: source('opening'),
    text: `USING cancelled WHERE game_id = id AND`,
    mutant: `USING cancelled WHERE game_id <> id AND`,
    breaks: 'a cancelled game leaves its players free',
    test: 'stakes',
  },
  {
    file: source('stakes'),
    text: `if (stake.state === StakeState.HELD) stake = await`,
    mutant: `if (stake.state === StakeState.VOID) stake = await`,
    breaks: 'a game that is called off returns held stakes',
    test: 'stakes',
  },
  {
    file: source('stake-sweep'),
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
    file: clocks,
    text: `if (ms > this.#times.emptyMs) this.#deserted = true;`,
    mutant: ``,
    breaks: 'gateways without players for long are no outage',
    test: 'clocks',
  },
  {
    file: source('standing'),
    text: `const LEAST_MOVES = 7;`,
    mutant: `const LEAST_MOVES = 6;`,
    breaks: 'a game of six moves gives no experience',
    test: 'fair-play',
  },
  {
    file: source('history'),
    text: `'(finished_at, id) < (?, ?)'`,
    mutant: `'finished_at < ? AND id IS DISTINCT FROM ?'`,
    breaks: 'pages skip no game of the same instant',
    test: 'history',
  },
  {
    file: source('flags'),
    text: `const LOOKED_AT = 7;`,
    mutant: `const LOOKED_AT = 8;`,
    breaks: 'a flag counts the last seven games',
    test: 'fair-play',
  },
  {
    file: signals,
    text: `moves.length <= QUICK_PLIES`,
    mutant: `moves.length < QUICK_PLIES`,
    breaks: 'a game lost with six moves is thrown',
    test: 'signals',
  },
  {
    file: signals,
    text: `withPair >= recent * PAIR_SHARE`,
    mutant: `withPair > recent * PAIR_SHARE`,
    breaks: 'three games of four with one opponent are suspicious',
    test: 'signals',
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

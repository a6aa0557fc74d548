import type { Seed } from './seed.ts';

const board = 'packages/domain/src/rules/board.ts';
const lines = 'packages/domain/src/rules/lines.ts';
const game = 'packages/domain/src/rules/game.ts';
const ai = 'packages/domain/src/rules/ai.ts';
const solver = 'packages/domain/src/rules/solver.ts';
const review = 'packages/domain/src/rules/review.ts';
const nearMiss = 'packages/domain/src/rules/near-miss.ts';
const transcript = 'packages/domain/src/rules/transcript.ts';

export const domain: readonly Seed[] = [
  {
    file: lines,
    text: `line('horizontal', 2, 3, 4, 5),`,
    mutant: `line('horizontal', 3, 4, 5),`,
    breaks: 'an edge row needs four cells',
    test: 'rules/board',
  },
  {
    file: lines,
    text: `line('diagonal', 3, 7, 11),`,
    mutant: `line('diagonal', 5, 9, 13),`,
    breaks: 'a diagonal through column 5 does not count',
    test: 'rules/board',
  },
  {
    file: lines,
    text: `const [first] = completed;`,
    mutant: `const first = completed.at(-1);`,
    breaks: 'of several lines the first direction names the win',
    test: 'rules/board',
  },
  {
    file: lines,
    text: `completed.reduce((all, { mask }) => all | mask, 0)`,
    mutant: `first.mask`,
    breaks: 'the cells of all completed lines win',
    test: 'rules/board',
  },
  {
    file: lines,
    text: `cells |= missing & open;`,
    mutant: `cells |= missing;`,
    breaks: 'a taken cell completes no line',
    test: 'rules/ai',
  },
  {
    file: board,
    text: `return taken === 0 ? ALL_CELLS & ~CENTRE_BIT : ALL_CELLS & ~taken;`,
    mutant: `return ALL_CELLS & ~taken & ~(countOf(taken) < 2 ? CENTRE_BIT : 0);`,
    breaks: 'the centre is locked for the first move only',
    test: 'rules/exhaustive',
  },
  {
    file: board,
    text: `if (lead !== 0 && lead !== 1)`,
    mutant: `if (Math.abs(lead) > 1)`,
    breaks: 'O is never ahead of X',
    test: 'rules/board',
  },
  {
    file: board,
    text: `if (!isPosition(position) || String(position) !== key)`,
    mutant: `if (!isPosition(position))`,
    breaks: 'a cell has one spelling',
    test: 'rules/board',
  },
  {
    file: game,
    text: `if (occupied === 0 && bit === CENTRE_BIT) return 'centre-locked';`,
    mutant: ``,
    breaks: 'the first move is not the centre',
    test: 'rules/board',
  },
  {
    file: game,
    text: `return side === sideToMove(state) ? null : 'out-of-turn';`,
    mutant: `return null;`,
    breaks: 'a side moves in its own turn',
    test: 'rules/exhaustive',
  },
  {
    file: game,
    text: `if (state.outcome !== null) return 'not-active';`,
    mutant: `if (state.outcome?.winner) return 'not-active';`,
    breaks: 'a draw ends the game',
    test: 'rules/exhaustive',
  },
  {
    file: game,
    text: `return (marks.x | marks.o) === ALL_CELLS ? DRAW : null;`,
    mutant: `return (marks.x | marks.o | CENTRE_BIT) === ALL_CELLS ? DRAW : null;`,
    breaks: 'a draw needs a full board',
    test: 'rules/board',
  },
  {
    file: ai,
    text: `winningCells(own, open) || winningCells(other, open)`,
    mutant: `winningCells(other, open) || winningCells(own, open)`,
    breaks: 'the computer wins before it blocks',
    test: 'rules/ai',
  },
  {
    file: ai,
    text: `difficulty === 'hard' && PREFERRED`,
    mutant: `difficulty !== 'easy' && PREFERRED`,
    breaks: 'medium prefers no cell',
    test: 'rules/ai',
  },
  {
    file: ai,
    text: `[8, 1, 3, 11, 13, 7, 9]`,
    mutant: `[8, 1, 3, 13, 11, 7, 9]`,
    breaks: 'hard prefers cells in a fixed order',
    test: 'rules/ai',
  },
  {
    file: ai,
    text: `Math.floor(random() * cells.length)`,
    mutant: `Math.floor(random() * Math.max(1, cells.length - 1))`,
    breaks: 'the computer draws among all cells of its policy',
    test: 'rules/ai',
  },
  {
    file: solver,
    text: `const fastest = WIN_SCORE - (ply + 3);`,
    mutant: `const fastest = WIN_SCORE - (ply + 5);`,
    breaks: 'the winner wins as fast as possible',
    test: 'rules/solver',
  },
  {
    file: solver,
    text: `return ply + 2 - WIN_SCORE;`,
    mutant: `return ply + 4 - WIN_SCORE;`,
    breaks: 'two threats win with the next move but one',
    test: 'rules/solver',
  },
  {
    file: solver,
    text: `if (score >= best) cells |= bit;`,
    mutant: `if (score > best) cells |= bit;`,
    breaks: 'all equally good moves are best',
    test: 'rules/review',
  },
  {
    file: solver,
    text: `distance: CELLS - ply }`,
    mutant: `distance: 0 }`,
    breaks: 'a draw is as far as cells are free',
    test: 'rules/solver',
  },
  {
    file: review,
    text: `turningPoint: before.value !== after.value,`,
    mutant: `turningPoint: before.value === 'win' && after.value !== 'win',`,
    breaks: 'a draw that is given away is a turning point',
    test: 'rules/review',
  },
  {
    file: nearMiss,
    text: `return (own & mask) === mask && (mask & bitOf(last)) !== 0;`,
    mutant: `return (own & mask) === mask;`,
    breaks: 'a near miss is what the last move completed',
    test: 'rules/board',
  },
  {
    file: nearMiss,
    text: `{ kind: 'middle-row', positions: [7, 8, 9, 10] },`,
    mutant: ``,
    breaks: 'four cells on the right of the middle row are a near miss',
    test: 'rules/board',
  },
  {
    file: transcript,
    text: `candidateCells(state, difficulty)`,
    mutant: `candidateCells(state, 'easy')`,
    breaks: 'a reply is one that the level gives',
    test: 'rules/review',
  },
  {
    file: transcript,
    text: `return state.outcome?.winner === 'X' ? 'ok' : 'not-won';`,
    mutant: `return state.outcome ? 'ok' : 'not-won';`,
    breaks: 'only a win of X is a win',
    test: 'rules/review',
  },
];

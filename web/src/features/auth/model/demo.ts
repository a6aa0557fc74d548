import type { BoardRecord, Position } from '@fifteen/domain';

interface DemoGame {
  moves: readonly Position[];
  win: readonly Position[];
  /** The rule by which it is won, as the texts of the rules call it. */
  rule: 'edge' | 'middle' | 'column' | 'diagonal';
}

/** Short games without a blunder, each won by a fork: together they show every kind of line. */
export const demoGames: readonly [DemoGame, ...DemoGame[]] = [
  { moves: [7, 5, 3, 11, 1, 13, 2, 12, 4], win: [1, 2, 3, 4], rule: 'edge' },
  { moves: [6, 8, 11, 1, 7, 3, 13, 2, 4, 14], win: [2, 8, 14], rule: 'diagonal' },
  { moves: [5, 12, 3, 15, 11, 7, 2, 4, 8, 14, 13], win: [3, 8, 13], rule: 'column' },
  { moves: [3, 6, 1, 10, 5, 9, 2, 4, 14, 8, 12, 7], win: [6, 7, 8, 9, 10], rule: 'middle' },
];

/** What the demonstration shows: a game, and how many of its moves were made. After the last one its pieces fade. */
export interface Scene {
  game: DemoGame;
  count: number;
}

/** The end of the first game: what is shown where nothing is to move. */
export const stillScene: Scene = { game: demoGames[0], count: demoGames[0].moves.length };

export const isWon = ({ game, count }: Scene): boolean => count >= game.moves.length;
export const isFading = ({ game, count }: Scene): boolean => count > game.moves.length;

/** The scene after that one: a move, the end of the pieces, or the empty board of the next game. */
export function nextScene(scene: Scene): Scene {
  const { game, count } = scene;
  if (!isFading(scene)) return { game, count: count + 1 };
  const next = demoGames[(demoGames.indexOf(game) + 1) % demoGames.length];
  return { game: next ?? demoGames[0], count: 0 };
}

/** The board after so many moves. */
export function boardOf({ game, count }: Scene): BoardRecord {
  return Object.fromEntries(
    game.moves.slice(0, count).map((position, ply) => [position, ply % 2 === 0 ? 'X' : 'O']),
  );
}

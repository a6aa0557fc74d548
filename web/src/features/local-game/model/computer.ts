import type { Difficulty, Evaluation, Marks, Position } from '@fifteen/domain';
import { withRetries } from '@/lib/lazyComponent.ts';

/** The best move for the side to move, and the result that it leads to with best play. */
export interface Hint {
  readonly position: Position;
  readonly value: Evaluation['value'];
}

/** What the worker is asked, and what it answers. */
export type Question = { kind: 'move' | 'hint'; marks: Marks };
export interface Answers {
  move: Position;
  hint: Hint;
}

let worker: Worker | null = null;
/** Settles when the worker has answered: the next question waits for it. */
let last: Promise<unknown> = Promise.resolve();

/** The solver searches the whole game, most of a second on an early board: never on the thread that draws. */
function askWorker<Kind extends Question['kind']>(kind: Kind, { x, o }: Marks): Promise<Answers[Kind]> {
  const answer = last.then(
    () =>
      new Promise<Answers[Kind]>((resolve, reject) => {
        const running = (worker ??= new Worker(new URL('./computer.worker.ts', import.meta.url), {
          type: 'module',
        }));
        running.onmessage = ({ data }: MessageEvent<Answers[Kind]>) => resolve(data);
        // A worker whose code failed to load answers nothing: the next question starts another one.
        running.onerror = ({ message }) => {
          running.terminate();
          worker = null;
          reject(new Error(message));
        };
        running.postMessage({ kind, marks: { x, o } } satisfies Question);
      }),
  );
  last = answer.catch(() => undefined);
  return answer;
}

/** The levels are no part of the first load: they are fetched while the computer takes its time over the first move. */
export const fetchLevels = () => withRetries(() => import('./levels.ts'));

/** The computer's reply to a position. */
export async function computerMove(marks: Marks, difficulty: Difficulty): Promise<Position> {
  if (difficulty === 'master') return askWorker('move', marks);
  const { chooseMove } = await fetchLevels();
  return chooseMove(marks, difficulty, Math.random);
}

/** The best move for the player, who is to move. */
export const bestMove = (marks: Marks): Promise<Hint> => askWorker('hint', marks);

import { chooseMove, type Difficulty, type Marks, type Position } from '@fifteen/domain';

/** Request of the worker; it responds with a position. */
export interface Question {
  marks: Marks;
  difficulty: Difficulty;
}

let worker: Worker | null = null;

/** `master` searches the whole game, almost a second on an early board: never on the main thread. */
function ask({ x, o }: Marks, difficulty: Difficulty): Promise<Position> {
  const running = (worker ??= new Worker(new URL('./computer.worker.ts', import.meta.url), {
    type: 'module',
  }));
  return new Promise((resolve, reject) => {
    running.onmessage = ({ data }: MessageEvent<Position>) => resolve(data);
    running.onerror = ({ message }) => reject(new Error(message));
    running.postMessage({ marks: { x, o }, difficulty } satisfies Question);
  });
}

/** Returns the computer's move. One request at a time: a local game has one computer. */
export async function computerMove(marks: Marks, difficulty: Difficulty): Promise<Position> {
  return difficulty === 'master' ? ask(marks, difficulty) : chooseMove(marks, difficulty, Math.random);
}

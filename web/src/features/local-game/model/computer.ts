import { chooseMove, type Difficulty, type Marks, type Position } from '@fifteen/domain';

/** What the worker is asked, and what it answers. */
export interface Question {
  marks: Marks;
  difficulty: Difficulty;
}

let worker: Worker | null = null;

/** `master` searches the whole game, most of a second on an early board: never on the thread that draws. */
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

/** The computer's answer to a position. One question at a time: games here have one computer. */
export async function computerMove(marks: Marks, difficulty: Difficulty): Promise<Position> {
  return difficulty === 'master' ? ask(marks, difficulty) : chooseMove(marks, difficulty, Math.random);
}

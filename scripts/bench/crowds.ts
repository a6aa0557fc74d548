import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

type Answer = { frames: number } | { failed: string };

const program = fileURLToPath(new URL('./watchers.ts', import.meta.url));

/** Groups of spectators, in a process of their own. */
export class Crowds {
  readonly #process: ChildProcess;
  readonly #count: number;
  readonly #gone: Promise<never>;
  #next = 0;

  private constructor(process: ChildProcess, count: number) {
    this.#process = process;
    this.#count = count;
    this.#gone = new Promise((_, reject) =>
      process.once('exit', () => reject(new Error('those who watch are gone'))),
    );
    this.#gone.catch(() => undefined);
  }

  /** Starts `count` groups of `size` spectators, with sessions and open sockets. */
  static async open(url: string, count: number, size: number): Promise<Crowds> {
    const watchers = fork(program, [url, String(count), String(size)]);
    // Lowest priority: real spectators use other machines and take no time from the product.
    if (watchers.pid) setPriority(watchers.pid, constants.priority.PRIORITY_LOW);
    const crowds = new Crowds(watchers, count);
    await crowds.#answer();
    return crowds;
  }

  /** Lets the group that has rested longest watch a room. Resolves when all of them have joined. */
  async watch(code: string): Promise<void> {
    const wish = { crowd: this.#next, code };
    this.#next = (this.#next + 1) % this.#count;
    await this.#ask(wish);
  }

  /** Returns the number of frames that all spectators have received. */
  frames(): Promise<number> {
    return this.#ask('count');
  }

  close(): void {
    this.#process.disconnect();
  }

  #ask(wish: object | string): Promise<number> {
    const answer = this.#answer();
    this.#process.send(wish);
    return answer;
  }

  async #answer(): Promise<number> {
    const message = new Promise<Answer>((resolve) => {
      this.#process.once('message', (answer) => resolve(answer as Answer));
    });
    const answer = await Promise.race([message, this.#gone]);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.frames;
  }
}

import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

type Answer = { frames: number } | { failed: string };

const program = fileURLToPath(new URL('./watchers.ts', import.meta.url));

/** Crowds of people who watch games, in a process of their own. */
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

  /** So many crowds of so many people each, signed in and with open sockets. */
  static async open(url: string, count: number, size: number): Promise<Crowds> {
    const watchers = fork(program, [url, String(count), String(size)]);
    // They sit at machines of their own: what they do must take no time from the product.
    if (watchers.pid) setPriority(watchers.pid, constants.priority.PRIORITY_LOW);
    const crowds = new Crowds(watchers, count);
    await crowds.#answer();
    return crowds;
  }

  /** The crowd that has rested longest enters a room to watch. Resolves when all of it is in. */
  async watch(code: string): Promise<void> {
    const wish = { crowd: this.#next, code };
    this.#next = (this.#next + 1) % this.#count;
    await this.#ask(wish);
  }

  /** Frames that have come to all of them since they are there. */
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

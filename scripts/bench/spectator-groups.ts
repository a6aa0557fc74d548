import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

type GroupResponse = { frames: number } | { failed: string };

const program = fileURLToPath(new URL('./spectators.ts', import.meta.url));

/** Groups of spectators, in a process of their own. */
export class SpectatorGroups {
  readonly #process: ChildProcess;
  readonly #count: number;
  readonly #exited: Promise<never>;
  #next = 0;

  private constructor(process: ChildProcess, count: number) {
    this.#process = process;
    this.#count = count;
    this.#exited = new Promise((_, reject) =>
      process.once('exit', () => reject(new Error('the process of the spectators has exited'))),
    );
    this.#exited.catch(() => undefined);
  }

  /** Starts `count` groups of `size` spectators, with sessions and open sockets. */
  static async open(url: string, count: number, size: number): Promise<SpectatorGroups> {
    const spectators = fork(program, [url, String(count), String(size)]);
    // Lowest priority: real spectators use other machines and take no time from the product.
    if (spectators.pid) setPriority(spectators.pid, constants.priority.PRIORITY_LOW);
    const groups = new SpectatorGroups(spectators, count);
    await groups.#nextResponse();
    return groups;
  }

  /** Lets the group that has rested longest watch a room. Resolves when all of them have joined. */
  async watch(code: string): Promise<void> {
    const request = { group: this.#next, code };
    this.#next = (this.#next + 1) % this.#count;
    await this.#request(request);
  }

  /** Returns the number of frames that all spectators have received. */
  frames(): Promise<number> {
    return this.#request('count');
  }

  close(): void {
    this.#process.disconnect();
  }

  #request(request: object | string): Promise<number> {
    const response = this.#nextResponse();
    this.#process.send(request);
    return response;
  }

  async #nextResponse(): Promise<number> {
    const message = new Promise<GroupResponse>((resolve) => {
      this.#process.once('message', (response) => resolve(response as GroupResponse));
    });
    const response = await Promise.race([message, this.#exited]);
    if ('failed' in response) throw new Error(response.failed);
    return response.frames;
  }
}

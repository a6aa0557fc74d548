import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Env = Readonly<Record<string, string>>;

/** Settings of a supervised process. */
export interface ProcessSpec {
  /** Name in messages: `postgres`, `game.1`. */
  readonly name: string;
  /** Starts the process or the container. */
  readonly launch: Launch;
  /** File to which its output is appended. */
  readonly log: string;
  /** Returns whether it is ready. Called every 10 ms with the output since this start. */
  readonly ready: (output: string) => Promise<boolean> | boolean;
  /** Signal for a graceful shutdown. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** Milliseconds for a graceful shutdown before it is killed. */
  readonly graceMs: number;
}

/**
 * Starts a process or container, with its output appended to a file. `env` is added to its environment for this start
 * only.
 */
export type Launch = (env: Env, log: string) => Promise<Running>;

/** A running process or container. */
export interface Running {
  /** Process id on this machine, or undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when it has exited and its output is in the file. */
  readonly exit: Promise<Exit>;
  /** Sends a signal. Does nothing after the exit. */
  signal(signal: NodeJS.Signals): unknown;
}

/** How a process ended: its exit code, or the signal that ended it. */
export type Exit = number | NodeJS.Signals | 'could not be started';

/** Milliseconds until it must be ready: enough for sixteen containers at once on a busy machine. */
const startMs = 120_000;
/** Milliseconds in which an early exit is retried, because the predecessor may still hold the port or shared memory. */
const retryMs = 5_000;
const outputBytes = 256 * 1024;

/**
 * One process or container that a test can start, stop, kill and restart with the same command and port. It never
 * outlives this process: the kernel signals it when this process dies. It has its own process group, so that Ctrl-C in
 * a terminal only reaches this process, which decides the order of the shutdown.
 */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  /** Called when it exits unexpectedly after it was ready. */
  onExit: (exit: Exit) => void = () => {};
  private running: Running | undefined;
  private lastExit: Promise<Exit> = Promise.resolve(0);
  private serving = false;
  private stopping = false;
  private logStart = 0;

  constructor(spec: ProcessSpec) {
    this.spec = spec;
  }

  get name(): string {
    return this.spec.name;
  }

  /** Returns the process id, or undefined while it is not running. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** Whether it is running, and was ready since its start. */
  get isReady(): boolean {
    return this.serving;
  }

  /** Resolves when the current process has exited; at once when none is running. */
  get exit(): Promise<Exit> {
    return this.lastExit;
  }

  /** Returns the output since the last start, at most 256 KiB. */
  get output(): string {
    if (!existsSync(this.spec.log)) return '';
    const file = openSync(this.spec.log, 'r');
    const { size } = fstatSync(file);
    const from = Math.max(this.logStart, size - outputBytes);
    const buffer = Buffer.alloc(size - from);
    readSync(file, buffer, 0, buffer.length, from);
    closeSync(file);
    return buffer.toString();
  }

  /**
   * Starts it and waits until it is ready. `env` is added to its environment for this start only, such as a failpoint.
   * @throws Error with the end of the log
   */
  async start(env: Env = {}): Promise<void> {
    const began = Date.now();
    this.stopping = false;
    do {
      await this.launch(env);
      if (await this.serves(began + startMs)) {
        this.serving = true;
        return;
      }
      await sleep(250);
    } while (!this.stopping && Date.now() - began < retryMs);
    const tail = this.output.trim().split('\n').slice(-12).join('\n');
    await this.kill();
    throw new Error(`${this.name} did not start (${this.spec.log}):\n${tail}`);
  }

  /** Stops it gracefully, and kills it after the grace period. */
  async stop(): Promise<void> {
    this.signal(this.spec.stopSignal);
    const late = setTimeout(() => this.signal('SIGKILL'), this.spec.graceMs);
    await this.lastExit;
    clearTimeout(late);
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.lastExit;
  }

  /**
   * Suspends it until `resume`, like a machine that hangs. Resolves when all its threads are suspended: until then, one of
   * them may still answer a request that is sent after the signal.
   */
  async pause(): Promise<void> {
    const { running } = this;
    await running?.signal('SIGSTOP');
    while (running?.pid && hasRunningThread(running.pid)) await sleep(1);
  }

  /** Continues it after `pause`. */
  async resume(): Promise<void> {
    await this.running?.signal('SIGCONT');
  }

  /** Stops it if it runs, and starts it on the same port with the same data. */
  async restart(env: Env = {}): Promise<void> {
    await this.stop();
    await this.start(env);
  }

  private signal(signal: NodeJS.Signals): void {
    this.stopping = true;
    this.serving = false;
    this.running?.signal(signal);
  }

  private async launch(env: Env): Promise<void> {
    const { launch, log } = this.spec;
    this.logStart = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    const launched = launch(env, log);
    this.lastExit = launched.then(
      ({ exit }) => exit,
      () => 'could not be started',
    );
    const running = await launched;
    this.running = running;
    void running.exit.then((exit) => this.onProcessExit(running, exit));
    // It was stopped while it was starting.
    if (this.stopping) running.signal('SIGKILL');
  }

  private onProcessExit(running: Running, exit: Exit): void {
    if (this.running !== running) return;
    this.running = undefined;
    if (!this.serving) return;
    this.serving = false;
    this.onExit(exit);
  }

  private async serves(deadline: number): Promise<boolean> {
    while (this.running && Date.now() < deadline) {
      if (await this.spec.ready(this.output)) return this.running !== undefined;
      await sleep(10);
    }
    return false;
  }
}

/** Returns whether a thread of a process is not suspended. Only Linux says so: elsewhere, it returns false. */
function hasRunningThread(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  try {
    return readdirSync(threads).some((id) => !/\) T/.test(readFileSync(`${threads}/${id}/stat`, 'utf8')));
  } catch {
    // A thread has ended, or the whole process.
    return existsSync(threads);
  }
}

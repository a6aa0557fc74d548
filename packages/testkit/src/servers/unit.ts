import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Env = Readonly<Record<string, string>>;

/** What a unit is, and how one sees that it works. */
export interface UnitSpec {
  /** How people call it in messages: `postgres`, `game.1`. */
  readonly name: string;
  /** What it runs as: a process of this machine, or a container. */
  readonly launch: Launch;
  /** File that takes its output; appended to. */
  readonly log: string;
  /** Does it serve? Asked every 10 ms with what it has written since this start. */
  readonly ready: (output: string) => Promise<boolean> | boolean;
  /** The signal that asks for an orderly end. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** Milliseconds it may take to stop before it is killed. */
  readonly graceMs: number;
}

/** Launches it, with its output appended to a file. `env` is added to its environment for this time only. */
export type Launch = (env: Env, log: string) => Promise<Running>;

/** What was launched. */
export interface Running {
  /** The id of its (first) process on this machine, or undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when it is gone and all that it wrote is in the file. */
  readonly gone: Promise<Death>;
  /** Sends it a signal; one that is gone needs none. */
  signal(signal: NodeJS.Signals): unknown;
}

/** How a process went: its exit code, or the signal that ended it. */
export type Death = number | NodeJS.Signals | 'could not be started';

/** Long enough for sixteen containers at once on a busy machine. */
const startMs = 120_000;
/** The port or shared memory of the one before may be held a moment longer, so an early death is tried again this long. */
const retryMs = 5_000;
const outputBytes = 256 * 1024;

/**
 * One process or container that can be started, stopped, killed and started again with the same command and port.
 * A process never outlives us: the kernel signals it when this process dies, however that happens. And it has a process
 * group of its own, so that Ctrl-C in a terminal reaches only us and we decide the order in which things stop.
 */
export class Unit {
  readonly spec: UnitSpec;
  /** Told when it goes without having been asked to, after it had served. */
  onDeath: (death: Death) => void = () => {};
  private running: Running | undefined;
  private death: Promise<Death> = Promise.resolve(0);
  private serving = false;
  private stopping = false;
  private logStart = 0;

  constructor(spec: UnitSpec) {
    this.spec = spec;
  }

  get name(): string {
    return this.spec.name;
  }

  /** The process id, or undefined when it does not run. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** Resolves when the process of now is gone; at once when none runs. */
  get gone(): Promise<Death> {
    return this.death;
  }

  /** What it has written since its last start (the last 256 KiB of it). */
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
   * Starts it and waits until it serves; fails with the end of its log.
   * `env` is added to its environment for this start only (a failpoint, say).
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
    await this.kill9();
    throw new Error(`${this.name} did not start (${this.spec.log}):\n${tail}`);
  }

  /** Asks it to end, and kills it when it takes too long. */
  async stop(): Promise<void> {
    this.signal(this.spec.stopSignal);
    const late = setTimeout(() => this.signal('SIGKILL'), this.spec.graceMs);
    await this.death;
    clearTimeout(late);
  }

  /** Kills it as a power cut would: it gets no chance to finish anything. */
  async kill9(): Promise<void> {
    this.signal('SIGKILL');
    await this.death;
  }

  /** Keeps it from running, as a hanging machine would, until `resume`. */
  async pause(): Promise<void> {
    await this.running?.signal('SIGSTOP');
  }

  /** Lets it run again after `pause`. */
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
    this.death = launched.then(
      ({ gone }) => gone,
      () => 'could not be started',
    );
    const running = await launched;
    this.running = running;
    void running.gone.then((death) => this.went(running, death));
    // Whoever was told to stop while it was being launched.
    if (this.stopping) running.signal('SIGKILL');
  }

  private went(running: Running, death: Death): void {
    if (this.running !== running) return;
    this.running = undefined;
    if (!this.serving) return;
    this.serving = false;
    this.onDeath(death);
  }

  private async serves(deadline: number): Promise<boolean> {
    while (this.running && Date.now() < deadline) {
      if (await this.spec.ready(this.output)) return this.running !== undefined;
      await sleep(10);
    }
    return false;
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a child process is, and how one sees that it works. */
export interface UnitSpec {
  /** How people call it in messages: `postgres`, `game.1`. */
  readonly name: string;
  readonly command: readonly string[];
  /** Options of setpriv(1), e.g. to become another user. */
  readonly privileges?: readonly string[];
  /** Its environment, beside PATH, HOME and the like, which come from ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** File that takes its output; appended to. */
  readonly log: string;
  /** Does it serve? Asked every 10 ms with what it has written since this start. */
  readonly ready: (output: string) => Promise<boolean> | boolean;
  /** The signal that asks for an orderly end. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** What it gets when we die without having stopped it: TERM or INT only where a kill would cost a long recovery. */
  readonly orphanSignal: 'KILL' | 'TERM' | 'INT';
  /** Milliseconds it may take to stop before it is killed. */
  readonly graceMs: number;
}

/** How a process went: its exit code, or the signal that ended it. */
export type Death = number | NodeJS.Signals | 'could not be started';

const startMs = 60_000;
/** The port or shared memory of the one before may be held a moment longer, so an early death is tried again this long. */
const retryMs = 5_000;
const outputBytes = 256 * 1024;

/**
 * One child process that can be started, stopped, killed and started again with the same command and port.
 * It never outlives us: the kernel signals it when this process dies, however that happens. And it has a process group
 * of its own, so that Ctrl-C in a terminal reaches only us and we decide the order in which things stop.
 */
export class Unit {
  readonly spec: UnitSpec;
  /** Told when it goes without having been asked to, after it had served. */
  onDeath: (death: Death) => void = () => {};
  private env: Readonly<Record<string, string>> = {};
  private child: ChildProcess | undefined;
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
    return this.running ? this.child?.pid : undefined;
  }

  /** Resolves when the process of now is gone; at once when none runs. */
  get gone(): Promise<Death> {
    return this.death;
  }

  /** What it has written since its last start (the last 256 KiB of it). */
  get output(): string {
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
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const began = Date.now();
    this.env = env;
    this.stopping = false;
    do {
      this.launch();
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

  /** Stops it if it runs, and starts it on the same port with the same data. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.stop();
    await this.start(env);
  }

  private get running(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  private signal(signal: NodeJS.Signals): void {
    this.stopping = true;
    this.serving = false;
    if (this.running) this.child?.kill(signal);
  }

  private launch(): void {
    const { command, privileges = [], env, cwd, log, orphanSignal } = this.spec;
    const out = openSync(log, 'a', 0o600);
    this.logStart = fstatSync(out).size;
    const child = spawn('setpriv', ['--pdeathsig', orphanSignal, ...privileges, '--', ...command], {
      cwd,
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...inherited(), ...env, ...this.env },
    });
    closeSync(out);
    this.child = child;
    this.death = new Promise((resolve) => {
      child.once('error', () => resolve('could not be started'));
      child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
    });
    void this.death.then((death) => {
      if (this.child !== child || !this.serving) return;
      this.serving = false;
      this.onDeath(death);
    });
  }

  private async serves(deadline: number): Promise<boolean> {
    while (this.running && Date.now() < deadline) {
      if (await this.spec.ready(this.output)) return this.running;
      await sleep(10);
    }
    return false;
  }
}

/** Children get what every program needs of our environment, and nothing that could configure them by accident. */
function inherited(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'TZ',
    'NODE_EXTRA_CA_CERTS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

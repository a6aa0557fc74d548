import { sqlState } from '@fifteen/runtime';
import type { Random } from '@fifteen/testkit';
import { postgresPrograms, startServers, withClient, type Server } from '@fifteen/testkit/stack';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startAll, type Fault } from './faults.ts';
import { Link, pauseOf } from './link.ts';
import { cutCommits } from './links.ts';

/** Size of the file system of a Postgres, which a fault fills. */
const DISK = '768m';
const FREE_BLOCKS = 16;
/** Connections that a client opens at once to take all. */
const OPENED_AT_ONCE = 20;
const TOO_MANY_CONNECTIONS = '53300';
const HELD_MS = 6_000;
/** A standby connects to its primary again after five seconds at most. */
const SERVED_MS = 5_000;

type Env = Readonly<Record<string, string>>;

interface Node {
  readonly dir: string;
  readonly server: Server;
}

/** A Postgres with a synchronous standby, behind a link that leads to whichever of the two is the primary. */
export class PostgresPair {
  readonly #dir: string;
  /** Environment of the servers. */
  readonly #env: Env;
  #link!: Link;
  #primary!: Node;
  #standby!: Node;
  #count = 0;

  private constructor(dir: string, env: Env) {
    this.#dir = dir;
    this.#env = env;
  }

  /** Starts both with their files in `dir`. */
  static async start(dir: string, env: Env): Promise<PostgresPair> {
    const pair = new PostgresPair(dir, env);
    pair.#primary = await pair.#startIn(pair.#newDisk());
    pair.#link = await Link.open('postgres', portOf(pair.#primary));
    await pair.#addStandby();
    return pair;
  }

  /** The superuser's address of the primary, whichever server it is. */
  get url(): string {
    const url = new URL(this.#primary.server.url);
    url.port = String(this.#link.port);
    return url.href;
  }

  faults(): Fault[] {
    return [
      { name: 'postgres stopped', inject: (random) => this.#restart('stop', pauseOf(random)) },
      { name: 'postgres killed', inject: (random) => this.#restart('kill', random.int(3_000)) },
      { name: 'postgres suspended', inject: (random) => this.#suspend(pauseOf(random)) },
      { name: 'postgres failed over', inject: () => this.#failOver() },
      { name: 'postgres failed over after a crash', inject: (random) => this.#crashAndFailOver(random) },
      { name: 'postgres partitioned', inject: (random) => this.#partition(pauseOf(random)) },
      { name: 'commit cut', inject: (random) => cutCommits(this.#link, random) },
      {
        name: 'connections exhausted',
        inject: (random) => this.#exhaustConnections(2_000 + random.int(HELD_MS)),
      },
      {
        name: 'disk full',
        obstacle: canMount() ? undefined : 'only root mounts the file system that it fills',
        inject: (random) => this.#fillDisk(pauseOf(random)),
      },
    ];
  }

  /** Kills both servers at once. Returns the function that starts them. */
  async kill(): Promise<() => Promise<void>> {
    const servers = [this.#primary.server, this.#standby.server];
    await Promise.all(servers.map((server) => server.kill()));
    return () => startAll(servers);
  }

  async stop(): Promise<void> {
    this.#link.close();
    await Promise.all([this.#primary.server.stop(), this.#standby.server.stop()]);
    removeDisks(this.#dir);
  }

  async #restart(how: 'stop' | 'kill', ms: number): Promise<string> {
    const { server } = this.#primary;
    await server[how]();
    await sleep(ms);
    await server.processes[0]?.start();
    return `for ${ms} ms`;
  }

  /** Suspends the primary with the processes of its connections, like a machine that hangs. */
  async #suspend(ms: number): Promise<string> {
    const [process] = this.#primary.server.processes;
    if (process?.pid === undefined) return '';
    await process.pause();
    // A suspended process starts no other one, and collects none that has ended: these ids stay valid.
    const children = childrenOf(process.pid);
    for (const child of children) kill(child, 'SIGSTOP');
    await sleep(ms);
    for (const child of children) kill(child, 'SIGCONT');
    await process.resume();
    return `for ${ms} ms`;
  }

  /** Another client holds all connections that are free, also those that are reserved for superusers. */
  async #exhaustConnections(ms: number): Promise<string> {
    const held: pg.Client[] = [];
    const hold = async (): Promise<void> => {
      try {
        for (;;) {
          const client = new pg.Client(this.#primary.server.url).on('error', () => undefined);
          await client.connect();
          held.push(client);
        }
      } catch (error) {
        if (sqlState(error) !== TOO_MANY_CONNECTIONS) throw error;
      }
    };
    try {
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, hold));
      await sleep(ms);
    } finally {
      await Promise.all(held.map((client) => client.end()));
    }
    return `${held.length} connections for ${ms} ms`;
  }

  /** The primary dies, and the standby takes its place. */
  async #failOver(): Promise<string> {
    const lost = this.#primary;
    await lost.server.kill();
    await withClient(this.#standby.server.url, (client) => client.query('SELECT pg_promote(true, 60)'));
    this.#primary = this.#standby;
    this.#link.retarget(portOf(this.#primary));
    removeDisk(lost.dir);
    await this.#addStandby();
    return `to port ${portOf(this.#primary)}`;
  }

  /** The primary crashes and serves for a moment, with commits that the standby may lack. */
  async #crashAndFailOver(random: Random): Promise<string> {
    await this.#restart('kill', 0);
    await sleep(random.int(SERVED_MS));
    return this.#failOver();
  }

  async #partition(ms: number): Promise<string> {
    this.#link.partition();
    await sleep(ms);
    this.#link.join();
    return `for ${ms} ms`;
  }

  async #fillDisk(ms: number): Promise<string> {
    const { dir, server } = this.#primary;
    const ballast = join(dir, 'ballast');
    const { bavail, bsize } = statfsSync(dir);
    // Postgres writes meanwhile: a few blocks stay free at first.
    const bytes = Math.max(0, bavail - FREE_BLOCKS) * bsize;
    if (spawnSync('fallocate', ['--length', String(bytes), ballast]).status !== 0) return '';
    await sleep(ms);
    rmSync(ballast);
    // A server that cannot write its log stops.
    const [process] = server.processes;
    if (process?.pid === undefined) await process?.start();
    return `for ${ms} ms`;
  }

  /** Copies the primary, and has it wait for the copy before each commit is acknowledged. */
  async #addStandby(): Promise<void> {
    const { server, dir: from } = this.#primary;
    const dir = this.#newDisk();
    const place = join(dir, 'postgres');
    mkdirSync(place);
    const data = join(place, 'data');
    execFileSync(join(postgresPrograms() ?? '', 'pg_basebackup'), [
      ...['--dbname', server.url, '--pgdata', data],
      ...['--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf'],
    ]);
    cpSync(join(from, 'postgres', 'password'), join(place, 'password'));
    if (canMount()) execFileSync('chown', ['--recursive', 'postgres:postgres', place]);
    this.#standby = await this.#startIn(dir);
    await withClient(server.url, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await client.query('SELECT pg_reload_conf()');
      const isSynchronous = async () =>
        (await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).rowCount;
      while (!(await isSynchronous())) await sleep(50);
    });
  }

  async #startIn(dir: string): Promise<Node> {
    const { postgres: server } = await startServers(['postgres'], { dir, own: true, postgresEnv: this.#env });
    return { dir, server };
  }

  #newDisk(): string {
    this.#count += 1;
    const dir = join(this.#dir, `postgres-${this.#count}`);
    mkdirSync(dir, { recursive: true });
    if (canMount()) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'fifteen-nemesis', dir]);
    return dir;
  }
}

const canMount = (): boolean => process.getuid?.() === 0;

/** Returns the ids of the processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const portOf = ({ server }: Node): number => Number(new URL(server.url).port);

/** Removes the disks of all servers of a run. */
export function removeDisks(dir: string): void {
  for (const disk of globSync(join(dir, 'postgres-*'))) removeDisk(disk);
}

function removeDisk(dir: string): void {
  // It may not be mounted.
  if (canMount()) spawnSync('umount', ['--lazy', dir]);
  rmSync(dir, { recursive: true, force: true });
}

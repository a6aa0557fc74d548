import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPrograms, run } from './install.ts';
import { freePort } from './ports.ts';
import { processLauncher } from './process.ts';
import { startPrivateServer, type ServerPlace, type Server } from './server.ts';

/** Services × replicas × pool (5 connections) for four products in a test run, and the connections of the tests. */
const maxConnections = 600;

/**
 * Starts a private Postgres (15 or newer) with the production settings that matter to correctness. The address is the
 * superuser's. Its random password is in a file beside the data that only the owner can read.
 */
export async function startPostgres({ dir, log, durable, postgresEnv }: ServerPlace): Promise<Server> {
  const data = join(dir, 'data');
  prepareDirectory(dir);
  const privileges = privilegesFor(dir);
  prepareData(dir, privileges);
  await waitForPredecessor(data);
  const port = await freePort();
  const spec = {
    name: 'postgres',
    launch: processLauncher({
      command: [
        // Set by the user of the server: a preloaded library creates files as that user.
        ...['env', ...Object.entries(postgresEnv).map(([name, value]) => `${name}=${value}`)],
        join(programs(data), 'postgres'),
        ...['-D', data, '-c', 'unix_socket_directories='],
        ...['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`],
        ...settings(durable),
      ],
      privileges,
      orphanSignal: 'INT',
    }),
    log,
    ready: (output: string) =>
      output.includes(isStandby(data) ? STANDBY_IS_READY : 'ready to accept connections'),
    // SIGINT is the fast shutdown: it ends sessions and writes the data, so that the next start needs no recovery.
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  } as const;
  return startPrivateServer(
    urlAt(port, join(dir, 'password')),
    spec,
    () => prepareData(dir, privileges),
    () => rmSync(data, { recursive: true }),
  );
}

/** A standby serves reads only, until it is promoted. */
const STANDBY_IS_READY = 'ready to accept read-only connections';
const isStandby = (data: string): boolean => existsSync(join(data, 'standby.signal'));

/** Returns the production settings that matter to correctness, as arguments of the server. */
export function settings(durable: boolean): string[] {
  const values = {
    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: 'on',
    log_line_prefix: '%m %d ',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns the superuser's address. The password is in a file that only the owner can read. */
export const urlAt = (port: number, passwordFile: string): string =>
  `postgres://postgres:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`;

/** Creates a password file if it is missing. */
export function ensurePassword(file: string): void {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
}

/** Returns the directory of the programs whose version matches these data. */
function programs(data: string): string {
  const file = join(data, 'PG_VERSION');
  const version = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  const found = postgresPrograms(version);
  if (!found)
    throw new Error(
      `${data} was written by PostgreSQL ${version}, which is not installed (make clean forgets it)`,
    );
  return found;
}

const isRoot = () => process.getuid?.() === 0;

/**
 * Gives the directory to the user of Debian's package when this process is root, because Postgres does not run as root.
 */
function prepareDirectory(dir: string): void {
  if (isRoot()) run('install', ['-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', dir]);
  else mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/**
 * Returns the options of setpriv(1) for that user. The capability lets it pass through directories that only root may
 * enter.
 */
function privilegesFor(dir: string): string[] {
  if (!isRoot()) return [];
  const user = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups'];
  const reachable = spawnSync('setpriv', [...user, 'test', '-x', dir]).status === 0;
  return reachable ? user : [...user, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
}

/** Creates a cluster if there is none. A crash half-way leaves no directory that looks complete. */
function prepareData(dir: string, privileges: readonly string[]): void {
  const data = join(dir, 'data');
  if (existsSync(data)) return;
  const fresh = join(dir, 'fresh');
  const password = join(dir, 'password');
  rmSync(fresh, { recursive: true, force: true });
  ensurePassword(password);
  if (isRoot()) run('chown', ['postgres:postgres', password]);
  run('setpriv', [
    ...privileges,
    join(programs(data), 'initdb'),
    ...['-D', fresh, '-U', 'postgres', `--pwfile=${password}`, '--auth=scram-sha-256'],
    ...['--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  renameSync(fresh, data);
}

/** Waits for a Postgres whose parent was killed: it may still write its last checkpoint. */
async function waitForPredecessor(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  for (let waited = 0; existsSync(file) && waited < 20_000; waited += 50) {
    const pid = readFileSync(file, 'utf8').split('\n')[0] ?? '';
    const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
    if (!command.includes(data)) return;
    await sleep(50);
  }
}

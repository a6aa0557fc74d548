import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPrograms, run } from './install.ts';
import { freePort } from './ports.ts';
import { asProcess } from './process.ts';
import { ownServer, type Place, type Server } from './server.ts';

/** Services × replicas × pool (5 connections), of four products in a test run, and what tests open beside them. */
const maxConnections = 600;

/**
 * Starts a private Postgres (15 or newer) with the production settings that matter to correctness.
 * Its url is the superuser's; the password is random and lies beside the data, readable by the owner only.
 */
export async function startPostgres({ dir, log, durable }: Place): Promise<Server> {
  const data = join(dir, 'data');
  prepareDirectory(dir);
  const privileges = privilegesFor(dir);
  prepareData(dir, privileges);
  await predecessorGone(data);
  const port = await freePort();
  const unit = {
    name: 'postgres',
    launch: asProcess({
      command: [
        join(programs(data), 'postgres'),
        ...['-D', data, '-c', 'unix_socket_directories='],
        ...['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`],
        ...settings(durable),
      ],
      privileges,
      orphanSignal: 'INT',
    }),
    log,
    ready: (output: string) => output.includes('ready to accept connections'),
    // SIGINT is the fast shutdown: sessions are ended, data are written, nothing has to be recovered.
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  } as const;
  return ownServer(
    urlAt(port, join(dir, 'password')),
    unit,
    () => prepareData(dir, privileges),
    () => rmSync(data, { recursive: true }),
  );
}

/** Returns the settings of production that matter to correctness, as arguments of the server. */
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

/** The superuser's url; the password lies in a file that only the owner can read. */
export const urlAt = (port: number, passwordFile: string): string =>
  `postgres://postgres:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`;

/** Makes a password where there is none. */
export function ensurePassword(file: string): void {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
}

/** The programs that can read these data. */
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

/** Postgres refuses to run as root, so there its files belong to the user whom Debian's package makes. */
function prepareDirectory(dir: string): void {
  if (isRoot()) run('install', ['-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', dir]);
  else mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** How to become that user. In a root's home directory it also needs leave to pass through directories closed to it. */
function privilegesFor(dir: string): string[] {
  if (!isRoot()) return [];
  const user = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups'];
  const reachable = spawnSync('setpriv', [...user, 'test', '-x', dir]).status === 0;
  return reachable ? user : [...user, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
}

/** Makes an empty cluster where there is none; a crash half-way leaves nothing that looks like one. */
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

/** A Postgres whose parent was killed is still writing its last checkpoint when the next start comes at once. */
async function predecessorGone(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  for (let waited = 0; existsSync(file) && waited < 20_000; waited += 50) {
    const pid = readFileSync(file, 'utf8').split('\n')[0] ?? '';
    const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
    if (!command.includes(data)) return;
    await sleep(50);
  }
}

import { postgresPrograms, startServers, withClient } from '@fifteen/testkit/stack';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds after which Postgres archives a segment of the write-ahead log that is not full: the lost time at most. */
const ARCHIVE_SECONDS = 5;
const ARCHIVED_MS = 60_000;
const POLL_INTERVAL_MS = 100;

type Server = Awaited<ReturnType<typeof startServers<'postgres'>>>['postgres'];

/** A Postgres whose write-ahead log is archived, with a base backup: what a restore needs. */
export class ArchivedPostgres {
  readonly server: Server;
  readonly #dir: string;

  private constructor(server: Server, dir: string) {
    this.server = server;
    this.#dir = dir;
  }

  /** Starts a new server with its files in `dir`. */
  static async start(dir: string): Promise<ArchivedPostgres> {
    const { postgres } = await startPostgres(dir);
    mkdirSync(archiveIn(dir));
    ownedByPostgres(archiveIn(dir));
    await withClient(postgres.url, async (client) => {
      await client.query('ALTER SYSTEM SET archive_mode = on');
      await client.query(
        `ALTER SYSTEM SET archive_command = 'test ! -f ${archiveIn(dir)}/%f && cp %p ${archiveIn(dir)}/%f'`,
      );
      await client.query(`ALTER SYSTEM SET archive_timeout = ${ARCHIVE_SECONDS}`);
    });
    await postgres.restart();
    return new ArchivedPostgres(postgres, dir);
  }

  /** Takes a base backup while the server runs, and verifies its checksums. */
  backUp(): void {
    const backup = backupIn(this.#dir);
    run('pg_basebackup', ['--dbname', this.server.url, '--pgdata', backup, '--checkpoint=fast']);
    run('pg_verifybackup', ['--quiet', backup]);
  }

  /** Returns the present moment of the server. */
  async now(): Promise<Date> {
    return withClient(this.server.url, async (client) => {
      const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
      return rows[0]?.now ?? new Date();
    });
  }

  /** Waits until everything that is committed now can be restored from the archive. */
  async archived(): Promise<void> {
    await withClient(this.server.url, async (client) => {
      // A recovery stops at the first commit after its moment, so the archive needs one.
      await client.query(`SELECT pg_logical_emit_message(true, 'rehearsal', '')`);
      const { rows } = await client.query<{ file: string }>(
        'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file',
      );
      const file = rows[0]?.file ?? '';
      for (const until = Date.now() + ARCHIVED_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS))
        if (existsSync(join(archiveIn(this.#dir), file))) return;
      throw new Error(`${file} has not been archived`);
    });
  }

  /** Loses the server with all its data. The base backup and the archive are elsewhere. */
  async lose(): Promise<void> {
    await this.server.kill();
    rmSync(join(this.#dir, 'postgres', 'data'), { recursive: true });
  }

  /** Starts a new server in `dir` with all databases as they were at a moment. */
  async restore(dir: string, moment: Date): Promise<Server> {
    const place = join(dir, 'postgres');
    mkdirSync(place, { recursive: true });
    const data = join(place, 'data');
    execFileSync('cp', ['--archive', backupIn(this.#dir), data]);
    execFileSync('cp', ['--archive', join(this.#dir, 'postgres', 'password'), place]);
    // The last line for a setting holds.
    const settings = {
      archive_mode: 'off',
      restore_command: `cp ${archiveIn(this.#dir)}/%f %p`,
      recovery_target_time: moment.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''));
    writeFileSync(join(data, 'recovery.signal'), '');
    ownedByPostgres(place);
    return (await startPostgres(dir)).postgres;
  }
}

const startPostgres = (dir: string) => startServers(['postgres'], { dir, own: true, durable: true });
const archiveIn = (dir: string) => join(dir, 'archive');
const backupIn = (dir: string) => join(dir, 'backup');

function run(program: string, args: readonly string[]): void {
  execFileSync(join(postgresPrograms() ?? '', program), args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Gives files to the user of Debian's package, as whom Postgres runs where this process is root. */
function ownedByPostgres(path: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['--recursive', 'postgres:postgres', path]);
}

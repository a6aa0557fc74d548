import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs from Debian that the local stack or the tests run, by what they are called there. */
const packages = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  'nats-server': 'nats-server',
  'chromium-headless-shell': 'chromium-headless-shell',
  prometheus: 'prometheus',
} as const;
type Program = keyof typeof packages;

const postgresRoot = '/usr/lib/postgresql';
const oldestPostgres = 15;

/**
 * The directory with Postgres's programs: the newest there is, or that of the version named (data directories are
 * bound to one). Undefined when there is none.
 */
export function postgresPrograms(version?: number): string | undefined {
  const versions = existsSync(postgresRoot) ? readdirSync(postgresRoot).map(Number) : [];
  const [best] = versions
    .filter((v) => (version ? v === version : v >= oldestPostgres))
    .filter((v) => existsSync(join(postgresRoot, String(v), 'bin', 'postgres')))
    .sort((a, b) => b - a);
  return best === undefined ? undefined : join(postgresRoot, String(best), 'bin');
}

/** Where a program is: also in /usr/sbin, which is not on the path of an ordinary user. Undefined when nowhere. */
function find(program: Program): string | undefined {
  if (program === 'postgres') return postgresPrograms();
  const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];
  return path.map((dir) => join(dir, program)).find((file) => existsSync(file));
}

/** Is it on this machine? */
export const hasProgram = (program: Program): boolean => find(program) !== undefined;

/** The command that runs a program. */
export const commandOf = (program: 'redis-server' | 'nats-server' | 'prometheus'): string =>
  find(program) ?? program;

/**
 * Finds the programs, and installs those that are missing where it may (Debian, as root or with sudo that asks for no
 * password). Otherwise fails with one line that says what is missing and how to get it.
 */
export function ensurePrograms(programs: readonly Program[], say: (line: string) => void): void {
  const missing = programs.filter((program) => !find(program)).map((program) => packages[program]);
  if (missing.length === 0) return;
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`;
  const root = asRoot();
  if (!existsSync('/usr/bin/apt-get') || !root)
    throw new Error(`Missing: ${missing.join(', ')}. Get it with: sudo ${command}${orElse(missing)}`);
  say(`installing ${missing.join(', ')} (${command})`);
  const [shell = 'sh', ...args] = [...root, 'sh', '-c', script(missing)];
  const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8' });
  if (status === 0 && programs.every((program) => find(program))) return;
  throw new Error(
    `Could not install ${missing.join(', ')}: ${stderr.trim().split('\n').at(-1) ?? 'unknown'}. Try: sudo ${command}${orElse(missing)}`,
  );
}

function orElse(missing: readonly string[]): string {
  const named = [
    ['postgresql', 'POSTGRES_URL'],
    ['redis-server', 'REDIS_URL'],
    ['nats-server', 'NATS_URL'],
  ].flatMap(([name = '', variable]) => (missing.includes(name) ? [variable] : []));
  if (named.length === 0) return '';
  return `, start a container engine, or name running servers in ${named.join(', ')} (docker-compose.yml has some)`;
}

/** The words that make a command run as root, or undefined when we cannot. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** No package may start a server of its own: Postgres is told beforehand, the others are switched off again. */
function script(missing: readonly string[]): string {
  const install = `apt-get install -qq -o DPkg::Lock::Timeout=300 --no-install-recommends ${missing.join(' ')} >/dev/null`;
  const lines = ['set -e', 'export DEBIAN_FRONTEND=noninteractive'];
  if (missing.includes('postgresql')) {
    const dir = '/etc/postgresql-common/createcluster.d';
    lines.push(`mkdir -p ${dir}`, `echo 'create_main_cluster = false' > ${dir}/no-main.conf`);
  }
  lines.push(`${install} 2>&1 || { apt-get update -qq >/dev/null; ${install}; }`);
  const services = missing.filter((name) => ['redis-server', 'nats-server', 'prometheus'].includes(name));
  if (services.length)
    lines.push(`if [ -d /run/systemd/system ]; then systemctl disable -q --now ${services.join(' ')}; fi`);
  return lines.join('\n');
}

/** Runs a program to its end; fails with what it said. */
export function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

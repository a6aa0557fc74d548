import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs and a library that the local stack and the tests run, and fonts that browsers draw with, with their Debian packages. */
const packages = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  'nats-server': 'nats-server',
  'chromium-headless-shell': 'chromium-headless-shell',
  prometheus: 'prometheus',
  'libfaketime.so.1': 'libfaketime',
  'NotoSans-Regular.ttf': 'fonts-noto-core',
  'NotoColorEmoji.ttf': 'fonts-noto-color-emoji',
} as const;
type Program = keyof typeof packages;

const fonts = '/usr/share/fonts/truetype/noto';

const postgresRoot = '/usr/lib/postgresql';
const oldestPostgres = 15;

/**
 * Returns the directory of Postgres's programs: of the newest version, or of the given one, because data directories
 * are bound to a version. Undefined when there is none.
 */
export function postgresPrograms(version?: number): string | undefined {
  const versions = existsSync(postgresRoot) ? readdirSync(postgresRoot).map(Number) : [];
  const [best] = versions
    .filter((v) => (version ? v === version : v >= oldestPostgres))
    .filter((v) => existsSync(join(postgresRoot, String(v), 'bin', 'postgres')))
    .sort((a, b) => b - a);
  return best === undefined ? undefined : join(postgresRoot, String(best), 'bin');
}

/** Returns the path of a program, library or font. Also searches /usr/sbin, which is not on an ordinary user's path. */
function find(program: Program): string | undefined {
  if (program === 'postgres') return postgresPrograms();
  const path = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/sbin',
    fonts,
    ...globSync('/usr/lib/*/faketime'),
  ];
  return path.map((dir) => join(dir, program)).find((file) => existsSync(file));
}

/** Returns whether a program is installed. */
export const hasProgram = (program: Program): boolean => find(program) !== undefined;

/** Returns the path of a program or library; its name if it is not installed. */
export const pathOf = (program: Program): string => find(program) ?? program;

/**
 * Installs the missing programs and fonts where it may: on Debian, as root or with sudo that needs no password.
 * @throws Error that names what is missing and how to install it
 */
export function ensurePrograms(programs: readonly Program[], report: (line: string) => void): void {
  const missing = programs.filter((program) => !find(program)).map((program) => packages[program]);
  if (missing.length === 0) return;
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`;
  const root = asRoot();
  if (!existsSync('/usr/bin/apt-get') || !root)
    throw new Error(
      `Missing: ${missing.join(', ')}. Get it with: sudo ${command}${missingProgramsError(missing)}`,
    );
  report(`installing ${missing.join(', ')} (${command})`);
  const [shell = 'sh', ...args] = [...root, 'sh', '-c', script(missing)];
  const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8' });
  if (status === 0 && programs.every((program) => find(program))) return;
  throw new Error(
    `Could not install ${missing.join(', ')}: ${stderr.trim().split('\n').at(-1) ?? 'unknown'}. Try: sudo ${command}${missingProgramsError(missing)}`,
  );
}

function missingProgramsError(missing: readonly string[]): string {
  const named = [
    ['postgresql', 'POSTGRES_URL'],
    ['redis-server', 'REDIS_URL'],
    ['nats-server', 'NATS_URL'],
  ].flatMap(([name = '', variable]) => (missing.includes(name) ? [variable] : []));
  if (named.length === 0) return '';
  return `, start a container engine, or name running servers in ${named.join(', ')} (docker-compose.yml has some)`;
}

/** Returns the prefix that makes a command run as root, or undefined without that right. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Returns a script that installs packages without starting their servers: Postgres has a setting for it, the others are
 * disabled afterwards.
 */
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

/** Runs a program to its end. Throws with its output when it fails. */
export function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

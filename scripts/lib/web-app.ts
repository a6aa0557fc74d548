import { existsSync, readdirSync, statSync } from 'node:fs';
import { root } from './root.ts';
import { runCommand } from './run-command.ts';

const built = 'web/dist/index.html';
const sources = [
  ...['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/package.json'],
  ...['packages/domain/src', 'packages/contract/src', 'package-lock.json'],
];

/** Builds the web app if it was never built, or one of its sources is newer. */
export async function ensureWebApp(report: (line: string) => void): Promise<void> {
  if (existsSync(root + built) && newest(sources) <= statSync(root + built).mtimeMs) return;
  report('building the web app');
  const { status, output } = await runCommand('npm', 'run', '--silent', 'build');
  if (status !== 0) throw new Error(`The web app cannot be built (npm run build):\n${output}`);
}

/** Returns when the newest of these files and directories was changed, in milliseconds since the epoch. */
function newest(paths: readonly string[]): number {
  const times = paths.map((path) => {
    const stat = statSync(root + path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
    return Math.max(stat.mtimeMs, newest(readdirSync(root + path).map((name) => `${path}/${name}`)));
  });
  return Math.max(0, ...times);
}

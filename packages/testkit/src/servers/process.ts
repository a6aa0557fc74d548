import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Exit, Launch } from './supervised-process.ts';

/** Settings of a process. */
interface Program {
  readonly command: readonly string[];
  /** Options of setpriv(1), such as another user. */
  readonly privileges?: readonly string[];
  /** Variables beside PATH, HOME and the like, which it inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /**
   * Signal when this process dies without having stopped it: TERM or INT only where a kill would cost a long recovery.
   */
  readonly orphanSignal: 'KILL' | 'TERM' | 'INT';
}

/**
 * Returns a command that gets this signal when its parent dies. Only Linux has this, by setpriv(1): elsewhere, a killed
 * parent leaves its children running.
 */
export const withParentDeathSignal = (
  signal: Program['orphanSignal'],
  command: readonly string[],
  privileges: readonly string[] = [],
): readonly string[] =>
  process.platform === 'linux'
    ? ['setpriv', '--pdeathsig', signal, ...privileges, '--', ...command]
    : command;

/** Returns a launcher that runs a program as a child process. */
export function processLauncher({ command, privileges = [], env, cwd, orphanSignal }: Program): Launch {
  return (more, log) => {
    const out = openSync(log, 'a', 0o600);
    const [program = '', ...args] = withParentDeathSignal(orphanSignal, command, privileges);
    const child = spawn(program, args, {
      cwd,
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...inherited(), ...env, ...more },
    });
    closeSync(out);
    const exit = new Promise<Exit>((resolve) => {
      child.once('error', () => resolve('could not be started'));
      child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
    });
    return Promise.resolve({ pid: child.pid, exit, signal: (signal) => void child.kill(signal) });
  };
}

/** Returns the variables that every program needs, without those that could configure it by accident. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS'];
  const telemetry = Object.keys(process.env).filter((name) => name.startsWith('OTEL_'));
  return Object.fromEntries(
    [...names, ...telemetry].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

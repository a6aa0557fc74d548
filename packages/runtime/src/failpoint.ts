/**
 * Kills the process if `FAILPOINT` names this point (`name`, or `name:3` for the third pass). Fault tests use it to hit
 * the instant between a commit and its response; without the variable it does nothing.
 */
export function failpoint(name: string): void {
  if (!target || target.name !== name) return;
  target.remaining -= 1;
  if (target.remaining <= 0) process.kill(process.pid, 'SIGKILL');
}

const target = parse(process.env['FAILPOINT']);

function parse(value: string | undefined): { name: string; remaining: number } | undefined {
  if (!value) return undefined;
  const [name = '', count = '1'] = value.split(':');
  return { name, remaining: Number(count) };
}

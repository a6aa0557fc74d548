/**
 * Dies at a named point, as a killed process would, when `FAILPOINT` names it (`name`, or `name:3` for the third time
 * it is passed). Fault tests use it to hit the instant between a commit and its answer; it is inert otherwise.
 */
export function failpoint(name: string): void {
  if (!target || target.name !== name) return;
  target.left -= 1;
  if (target.left <= 0) process.kill(process.pid, 'SIGKILL');
}

const target = parse(process.env['FAILPOINT']);

function parse(value: string | undefined): { name: string; left: number } | undefined {
  if (!value) return undefined;
  const [name = '', count = '1'] = value.split(':');
  return { name, left: Number(count) };
}

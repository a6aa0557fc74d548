/**
 * Kills the process if `FAILPOINT` names this point (`name`, or `name:3` for the third pass). Fault tests use it to hit
 * the instant between a commit and its response; without the variable it does nothing.
 */
export function failpoint(name: string): void {
  onReached(name);
}

/** Replaces what failpoints do: the simulation runs many processes in one, and crashes one of them. */
export function onFailpoint(handler: (name: string) => void): void {
  onReached = handler;
}

let onReached = killAt(process.env['FAILPOINT']);

function killAt(value: string | undefined): (name: string) => void {
  if (!value) return () => undefined;
  const [target, count = '1'] = value.split(':');
  let remaining = Number(count);
  return (name) => {
    if (name !== target) return;
    remaining -= 1;
    if (remaining <= 0) process.kill(process.pid, 'SIGKILL');
  };
}

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort, isFree } from '../servers/ports.ts';
import { processLauncher } from '../servers/process.ts';
import { SupervisedProcess } from '../servers/supervised-process.ts';

/** Vitest's global set-up, which also starts products, has no `import.meta.resolve`. */
const require = createRequire(import.meta.url);

/** The mail server of the local stack. No mail leaves the machine. */
export interface Inbox {
  /** Page that shows the mail; `/email` there is the same as JSON. */
  readonly url: string;
  /** Address for the services. */
  readonly smtpUrl: string;
  readonly process: SupervisedProcess;
}

/** Prepares maildev, without starting it. Its page is on the wished port if that is free. */
export async function inbox(dir: string, wishedPort?: number): Promise<Inbox> {
  const web = wishedPort && (await isFree(wishedPort)) ? wishedPort : await freePort();
  const smtp = await freePort();
  const mails = join(dir, 'mail');
  mkdirSync(mails, { recursive: true, mode: 0o700 });
  const inboxProcess = new SupervisedProcess({
    name: 'mail',
    launch: processLauncher({
      command: [
        ...[process.execPath, require.resolve('maildev/bin/maildev')],
        ...['--ip', '127.0.0.1', '--smtp', String(smtp), '--web-ip', '127.0.0.1', '--web', String(web)],
        ...['--mail-directory', mails],
      ],
      orphanSignal: 'KILL',
    }),
    log: join(dir, 'log', 'mail.log'),
    ready: (output) => output.includes('webapp running') && output.includes('SMTP Server running'),
    stopSignal: 'SIGTERM',
    graceMs: 3_000,
  });
  return { url: `http://localhost:${web}`, smtpUrl: `smtp://127.0.0.1:${smtp}`, process: inboxProcess };
}

import type { Lifecycle } from '@fifteen/runtime';
import type { RenderedMail } from './render.ts';

/** Timeouts of the mail server in milliseconds; together well below the lease of a mail. */
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
const CONNECTIONS = 3;

/** A client of the mail server. */
export interface MailTransport {
  /** Sends a mail. `id` becomes its Message-ID, so that two copies are recognisable. Throws when the server rejects it. */
  send(mail: RenderedMail & { to: string; id: string }): Promise<void>;
}

/** Creates a client of the mail server. It connects with the first mail. */
export function createMailTransport(
  options: { url: string; from: string },
  context: { lifecycle: Lifecycle },
): MailTransport {
  let transport: ReturnType<typeof openTransport> | undefined;
  context.lifecycle.onStop('mail server', async () => (await transport)?.close());
  const host = /@([^@>\s]+)>?\s*$/.exec(options.from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, id, subject, text, html }) => {
      const opened = await (transport ??= openTransport(options.url));
      await opened.sendMail({
        from: options.from,
        // An object, not text to be parsed, so that it is one recipient only.
        to: { name: '', address: to },
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...{ subject, text, html },
      });
    },
  };
}

/** Loads the library, which takes 15 MiB, with the first mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns whether the mail server rejected a mail for good: 5xx for its recipient or its message. */
export function isPermanentFailure(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

/** Returns the log fields of a failure, without content or address of the mail. */
export function describeFailure(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return { code, responseCode, command };
}

import { createTransport } from 'nodemailer';
import type { Lifecycle } from '@fifteen/runtime';
import type { Rendered } from './render.ts';

/** Milliseconds to wait for a mail server that does not answer; together well within a mail's lease. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
const CONNECTIONS = 3;

/** The way to the mail server. */
export interface Post {
  /** Hands a mail over; `id` makes a second copy recognisable as one. Throws when it was not taken. */
  send(mail: Rendered & { to: string; id: string }): Promise<void>;
}

/** Opens the way to the mail server; connections are made when there is something to send. */
export function openPost(options: { url: string; from: string }, context: { lifecycle: Lifecycle }): Post {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  context.lifecycle.onStop('mail server', async () => transport.close());
  const host = /@([^@>\s]+)>?\s*$/.exec(options.from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, id, subject, text, html }) => {
      await transport.sendMail({
        from: options.from,
        // As an address, not as text to be parsed: it can be one recipient only.
        to: { name: '', address: to },
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...{ subject, text, html },
      });
    },
  };
}

/** Whether the mail server will never take this mail: a 5xx answer to a recipient or a message. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

/** What may be written to a log of a failure: nothing of the mail or its address. */
export function describe(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return { code, responseCode, command };
}

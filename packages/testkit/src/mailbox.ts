/** A mail as maildev lists it. */
interface Mail {
  /** Absent from a mail whose transmission was cut off. */
  readonly to?: readonly { readonly address: string }[];
  readonly subject: string;
  readonly text: string;
}

/** Milliseconds for a request to the mailbox, whose callers repeat it. */
const TIMEOUT_MS = 5_000;

/** Returns the mails to an address, oldest first. */
export async function mailsTo(mailUrl: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${mailUrl}/email`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to?.some((receiver) => receiver.address === address));
}

/** Returns the codes in the mails to an address, oldest first. */
export async function mailedCodes(mailUrl: string, address: string): Promise<string[]> {
  const mails = await mailsTo(mailUrl, address);
  return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
}

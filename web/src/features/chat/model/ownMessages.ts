import { pause } from '@/lib/pause.ts';

/** Milliseconds after the response within which the push about a message arrives. */
const PUSHED_WITHIN = 2_000;

/** Messages of this tab whose push has not arrived. */
const unpushed = new Set<Promise<unknown>>();

/** Expects a push about a message, which is for the user's other tabs: this one shows the message without a request. */
export async function expectPush(sent: Promise<unknown>): Promise<void> {
  unpushed.add(sent);
  const isSent = await sent.then(
    () => true,
    () => false,
  );
  if (isSent) await pause(PUSHED_WITHIN);
  unpushed.delete(sent);
}

/** Returns whether a push of changes is the one about a message of this tab. Each message has one. */
export function isPushExpected(): boolean {
  const [oldest] = unpushed;
  return oldest !== undefined && unpushed.delete(oldest);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { mailedCodes } from '@fifteen/testkit/mailbox';
import { Player, ApiError } from '@fifteen/testkit/player';
import type { SeededUser } from './users.ts';

/** Milliseconds to wait for the mail with the code. After 60 s another replica sends the mails of one that crashed. */
const MAIL_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 200;

const emailOf = ({ name }: SeededUser): string => `${name}@fifteen.example`;

/** Signs in, and registers the account first if it does not exist, by the public API. */
export async function account(
  site: { url: string; mailUrl: string },
  person: SeededUser,
  password: string,
): Promise<Player> {
  const player = new Player(site.url);
  const credentials = { username: person.name, password };
  try {
    await player.signIn(credentials);
    return player;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  const email = emailOf(person);
  await player.api.auth.register({ body: { ...credentials, email } });
  const token = await mailedCode(site.mailUrl, email);
  await player.api.auth.verifyEmail({ body: { token } });
  await player.signIn(credentials);
  await player.api.profile.update({ body: { displayName: person.displayName } });
  return player;
}

/** Waits for a mail with a code to an address. Returns the newest code that is not in `tried`. */
export async function mailedCode(
  mailUrl: string,
  address: string,
  tried: ReadonlySet<string> = new Set(),
): Promise<string> {
  for (const until = Date.now() + MAIL_TIMEOUT_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const code = (await mailedCodes(mailUrl, address)).findLast((one) => !tried.has(one));
    if (code) return code;
  }
  throw new Error(`No mail has come to ${address}`);
}

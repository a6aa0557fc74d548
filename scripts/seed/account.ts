import { mailedCode } from '@fifteen/testkit/mailbox';
import { Player, ApiError } from '@fifteen/testkit/player';
import type { SeededUser } from './users.ts';

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

import { mailedCode } from '@fifteen/testkit/mailbox';
import { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';

const PASSWORD = 'a quiet harbour';

/** Upgrades a guest, a new one by default, and verifies its address; without a socket. */
export async function createMember(
  stack: SharedStack,
  guest?: Player,
): Promise<{ player: Player; email: string; username: string }> {
  const player = guest ?? (await Player.guest(stack.url));
  const username = `m${randomUUID().slice(0, 12)}`;
  const email = `${username}@canary.example`;
  await player.api.auth.upgrade({ body: { username, password: PASSWORD, email } });
  await player.api.auth.verifyEmail({ body: { token: await mailedCode(stack.mailUrl, email) } });
  await player.api.auth.login({ body: { username, password: PASSWORD } });
  return { player, email, username };
}

/** Makes two players friends. */
export async function befriend(one: Player, other: Player): Promise<void> {
  await one.api.friends.request({ body: { requestedId: other.user.id } });
  await other.api.friends.request({ body: { requestedId: one.user.id } });
}

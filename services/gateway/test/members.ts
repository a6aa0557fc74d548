import { mailedCodes } from '@fifteen/testkit/mailbox';
import { Player } from '@fifteen/testkit/player';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';

const PASSWORD = 'a quiet harbour';

/** Returns the code that was mailed to an address. */
async function mailedCode(mailUrl: string, address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const code = (await mailedCodes(mailUrl, address)).at(-1);
      if (!code) throw new Error(`no mail to ${address}`);
      return code;
    },
    { timeout: 15_000, interval: 50 },
  );
}

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

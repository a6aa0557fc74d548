import { runAdminTool } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode, login, newOrigin, newUser, openHarness, registerUser, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
});
afterAll(() => harness.stop());

const admin = (...args: string[]) => runAdminTool(args, harness.adminEnv);

/** Creates a guest whose registration waits for its code. */
async function upgradingGuest() {
  const user = newUser();
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  await harness.identity.upgradeGuest({ ...user, userId });
  return { ...user, userId };
}

describe('the admin tool', () => {
  test('bans and unbans a user by username, address or id, however often it is repeated', async () => {
    const user = await registerUser(harness);
    const { username, email, userId } = user;
    const signIn = () => errorCode(login(harness, username, user.password));
    for (const name of [username, email])
      expect(await admin('user', 'ban', name)).toEqual({
        ...{ code: 0, out: `${username} is banned, and logged out on every device.\n`, err: '' },
      });
    expect(await signIn()).toBe('ACCOUNT_BANNED');
    for (const name of [userId, username])
      expect(await admin('user', 'unban', name)).toEqual({
        ...{ code: 0, out: `${username} is not banned, and can log in.\n`, err: '' },
      });
    expect(await signIn()).toBe('ok');
  });

  test('rejects to ban or unban an unknown user, or none', async () => {
    for (const action of ['ban', 'unban'])
      expect(await admin('user', action, 'unknown')).toEqual({
        ...{ code: 1, out: '', err: 'USER_NOT_FOUND: Player not found\n' },
      });
    const usage = { code: 2, err: expect.stringMatching(/^A name is missing\./) as string };
    expect(await admin('user', 'ban')).toMatchObject(usage);
  });

  const grantCoins = (name: string) =>
    admin('coins', 'grant', '--user', name, '--amount', '7', '--reference', 'r');
  const grantItem = (name: string) =>
    admin('items', 'grant', '--user', name, '--item', 'fox', '--reference', 'r');

  test('grants to a user by the confirmed address, and to a guest by the id', async () => {
    const { userId, email } = await registerUser(harness);
    const guest = await upgradingGuest();
    for (const name of [email, guest.userId]) expect(await grantCoins(name)).toMatchObject({ code: 0 });
    expect(harness.economy.credits).toEqual([userId, guest.userId].map((id) => ({ userId: id, amount: 7 })));
  });

  test('grants nothing to an address that is not confirmed, and says so', async () => {
    const [guest, user] = [await upgradingGuest(), newUser()];
    await harness.identity.register(user);
    const before = harness.economy.credits.length;
    const [ofGuest, ofRegistration] = [
      'is of a guest, who has not confirmed an address. Use the id of the guest.',
      'is of a registration that waits for its code. It has no account yet.',
    ];
    const outputs = await Promise.all([
      ...[grantCoins(guest.email), grantCoins(guest.username), grantItem(guest.email)],
      grantCoins(user.email),
    ]);
    expect(outputs).toEqual(
      [
        ...[`"${guest.email}" ${ofGuest}`, `"${guest.username}" ${ofGuest}`, `"${guest.email}" ${ofGuest}`],
        `"${user.email}" ${ofRegistration}`,
      ].map((err) => ({ code: 1, out: '', err: `${err}\n` })),
    );
    expect(harness.economy.credits).toHaveLength(before);
  });
});

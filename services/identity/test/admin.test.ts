import { runAdminTool } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode, login, openHarness, registerUser, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
});
afterAll(() => harness.stop());

const admin = (...args: string[]) => runAdminTool(args, harness.adminEnv);

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
});

import type { UserId } from '@fifteen/domain';
import { waitingTransactions } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockAddresses } from '../src/db/code-flows.ts';
import { codeIn } from './inbox.ts';
import {
  advanceTime,
  codeAttempt,
  errorCode,
  login,
  newOrigin,
  newUser,
  openHarness,
  type Harness,
} from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const readCode = async (email: string, n = 1): Promise<string> => codeIn(await harness.inbox.nth(email, n));

async function createGuest(): Promise<{ userId: UserId; token: string }> {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  return { userId: session!.account!.id, token };
}

describe('a guest who corrects the address of a registration', () => {
  type Request = 'resendVerification' | 'forgotPassword';

  /** Creates a guest whose registration has one address and gets another. `request` asks for a code to the former one. */
  async function correctingGuest(request: Request) {
    const { userId } = await createGuest();
    const [former, corrected] = [newUser(), newUser()];
    await harness.identity.upgradeGuest({ ...former, userId });
    await harness.inbox.nth(former.email);
    return {
      ...{ userId, former, corrected },
      request: async () =>
        (await harness.identity[request]({ email: former.email, flow: '', origin: newOrigin() })).codeFlow
          .flow,
      correct: async () => (await harness.identity.upgradeGuest({ ...corrected, userId })).codeFlow.flow,
    };
  }

  /** Requests a code to the former address without a flow cookie, before or during the correction. */
  async function requestCode(moment: 'before' | 'during', request: Request) {
    const guest = await correctingGuest(request);
    const { former } = guest;
    if (moment === 'before') {
      const formerFlow = await guest.request();
      const formerCode = await readCode(former.email, 2);
      return { ...guest, formerFlow, formerCode, flow: await guest.correct() };
    }
    // The request has found the registration and waits for the address when the registration gets another.
    const calls = await harness.owner.tx(async (sql) => {
      await lockAddresses(sql, [former.email]);
      const correction = guest.correct();
      await expect.poll(() => waitingTransactions(harness.db)).toBe(1);
      const requested = guest.request();
      await expect.poll(() => waitingTransactions(harness.db)).toBe(2);
      return { correction, requested };
    });
    const [flow, formerFlow] = await Promise.all([calls.correction, calls.requested]);
    return { ...guest, flow, formerFlow, formerCode: await readCode(former.email, 2) };
  }

  const isGuest = async (userId: UserId) =>
    (await harness.identity.getAccounts({ ids: [userId] })).accounts[0]?.guest;

  test.each(['before', 'during'] as const)(
    'threat 56: confirms it with no code that was requested for the former address %s the correction',
    async (moment) => {
      const guest = await requestCode(moment, 'resendVerification');
      const { userId, former, corrected, formerCode } = guest;
      for (const attempt of [
        codeAttempt(formerCode, guest.formerFlow),
        { ...codeAttempt(formerCode, ''), email: former.email },
      ])
        expect(await errorCode(harness.identity.verifyEmail(attempt))).toBe('INVALID_CODE');
      expect(await isGuest(userId)).toBe(true);
      await harness.identity.verifyEmail(codeAttempt(await readCode(corrected.email), guest.flow));
      const { grant } = await login(harness, corrected.email, corrected.password);
      expect(grant?.session?.account).toMatchObject({ id: userId, email: corrected.email });
    },
  );

  test.each(['before', 'during'] as const)(
    'threat 56: keeps the password from the owner of the former address, who requested a code %s the correction',
    async (moment) => {
      const guest = await requestCode(moment, 'forgotPassword');
      const { userId, former, corrected, formerCode } = guest;
      const reset = async () => {
        const outcomes: string[] = [];
        for (const attempt of [
          codeAttempt(formerCode, guest.formerFlow),
          { ...codeAttempt(formerCode, ''), email: former.email },
        ])
          outcomes.push(
            await errorCode(harness.identity.resetPassword({ ...attempt, newPassword: 'a stolen account' })),
          );
        return outcomes;
      };
      expect(await reset(), 'before the corrected address is confirmed').toEqual(
        Array(2).fill('INVALID_CODE'),
      );
      expect(await isGuest(userId)).toBe(true);
      await harness.identity.verifyEmail(codeAttempt(await readCode(corrected.email), guest.flow));
      expect(await reset(), 'afterwards').toEqual(Array(2).fill('INVALID_CODE'));
      expect((await login(harness, corrected.username, corrected.password)).grant).toBeDefined();
    },
  );

  test('ends the codes of the former address', async () => {
    const guest = await correctingGuest('forgotPassword');
    await guest.request();
    await guest.correct();
    const { rows } = await harness.db.query(
      `SELECT email_key FROM code_flow WHERE account_id = $1 AND expires_at > now()`,
      [guest.userId],
    );
    expect(rows).toEqual([{ email_key: guest.corrected.email }]);
  });
});

test('a guest who logs out while the registration is saved keeps the account', async () => {
  const { userId, token } = await createGuest();
  const user = newUser();
  const [upgrade, logout] = await harness.owner.tx(async (sql) => {
    await sql.query(`SELECT FROM account WHERE id = $1 FOR UPDATE`, [userId]);
    const upgrade = harness.identity.upgradeGuest({ ...user, userId });
    await expect.poll(() => waitingTransactions(harness.db)).toBe(1);
    const logout = harness.identity.logout({ token });
    await expect.poll(() => waitingTransactions(harness.db)).toBe(2);
    return [upgrade, logout] as const;
  });
  await logout;
  expect(await errorCode(harness.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  const { flow } = (await upgrade).codeFlow;
  await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
  expect((await login(harness, user.email, user.password)).grant?.session?.account?.id).toBe(userId);
});

test('threat 56: later registrations of an address keep neither its first user nor a guest from the login', async () => {
  const first = newUser();
  const { email } = first;
  await harness.identity.register(first);
  const guest = { ...newUser(), email };
  await harness.identity.upgradeGuest({ ...guest, userId: (await createGuest()).userId });
  for (let i = 0; i < 4; i += 1) {
    await advanceTime(harness, '61 minutes');
    await harness.identity.register({ ...newUser(), email });
  }
  for (const { password } of [first, guest])
    expect((await login(harness, email, password)).flow).toBeDefined();
});

test('the new session of a guest who confirms exists when the former one is revoked', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const user = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId })).codeFlow;
  const code = await readCode(user.email);
  const { confirmation } = await harness.owner.tx(async (sql) => {
    // The response waits for this table.
    await sql.query(`LOCK TABLE missing_wallet IN ACCESS EXCLUSIVE MODE`);
    const request = { ...codeAttempt(code, flow), previousToken: token };
    const confirmation = harness.identity.verifyEmail(request, { limitMs: 20_000 });
    await expect.poll(() => harness.revoked).toContain(`${userId} ${session!.id}`);
    const { rowCount } = await harness.db.query(`SELECT FROM session WHERE account_id = $1`, [userId]);
    expect(rowCount).toBe(1);
    return { confirmation };
  });
  const { grant } = await confirmation;
  expect((await harness.identity.authenticate({ token: grant!.token })).session.account?.id).toBe(userId);
});

import { randomUUID } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { Account, IdentityServiceDefinition } from '@fifteen/proto/identity';
import { AppError, Lifecycle, serveRpc } from '@fifteen/runtime';
import { runAdminTool, serviceWithMethod } from '@fifteen/testkit';
import { log, serverConfig, tokenOf } from '@fifteen/testkit/services';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

const lifecycle = new Lifecycle(log);
let harness: Harness;
let ann: UserId;
let env: Record<string, string>;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
  ann = await harness.newUser();
  env = {
    ECONOMY_ADDR: `ipv4:127.0.0.1:${harness.ports[0]}`,
    IDENTITY_ADDR: `ipv4:127.0.0.1:${await serveAccounts()}`,
    RPC_TOKEN: tokenOf('admin'),
  };
});
afterAll(async () => {
  await lifecycle.stop();
  await harness.stop();
});

/** Serves an identity service that knows Ann, and Bea, who has not entered her code. Returns its port. */
function serveAccounts(): Promise<number> {
  const account = Account.fromPartial({
    id: ann,
    username: 'ann',
    displayName: 'Ann',
    email: 'ann@example.org',
    emailVerified: true,
    createdAt: new Date('2026-01-02T03:04:05Z'),
  });
  return serveRpc(
    {
      name: 'identity',
      service: serviceWithMethod(IdentityServiceDefinition, 'findAccount'),
      methods: {
        findAccount: {
          callers: ['admin'],
          handle: async (_context, { name }) => {
            if (name === 'bea') return { account: { ...account, username: name, emailVerified: false } };
            if (name !== 'ann') throw new AppError('USER_NOT_FOUND');
            return { account };
          },
        },
      },
      config: serverConfig,
    },
    { log, lifecycle },
  );
}

/** Repeats a command while the service is unavailable, as operators do: this process serves it, and may stand still. */
async function admin(...args: string[]): ReturnType<typeof runAdminTool> {
  for (let tries = 1; ; tries += 1) {
    const output = await runAdminTool(args, env);
    if (!output.err.startsWith('SERVICE_UNAVAILABLE') || tries === 3) return output;
  }
}

const grant = (amount: string, reference: string, user = 'ann') =>
  admin('coins', 'grant', '--user', user, '--amount', amount, '--reference', reference);

const grantItem = (item: string, reference: string, user = 'ann') =>
  admin('items', 'grant', '--user', user, '--item', item, '--reference', reference);

describe('the admin tool', () => {
  test('credits a payment once, however often it is repeated', async () => {
    const reference = randomUUID();
    const first = await grant('10000000', reference);
    expect(first).toEqual({
      code: 0,
      out: `10000000 coins for ann under ${reference}: 10001000 coins now\n`,
      err: '',
    });
    expect(await grant('10000000', reference)).toEqual(first);
    const other = await grant('5', reference);
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toContain('CONFLICT');
    expect(await harness.balancesOf(ann)).toEqual([10_001_000]);
  });

  test('rejects an unknown user and an invalid amount', async () => {
    expect(await grant('5', 'r', 'unknown')).toMatchObject({
      code: 1,
      err: 'USER_NOT_FOUND: Player not found\n',
    });
    expect(await grant('1.5', 'r')).toMatchObject({ code: 2 });
    expect((await grant('9999999999999', 'r')).err).toContain('INVALID');
  });

  test('grants an item once, however often it is repeated', async () => {
    const reference = randomUUID();
    const first = await grantItem('fox', reference);
    expect(first).toEqual({ code: 0, out: `🦊 Sly Fox for ann under ${reference}\n`, err: '' });
    expect(await grantItem('fox', reference)).toEqual(first);
    const other = await grantItem('owl', reference);
    expect(other).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^CONFLICT: /) });
    expect(await grantItem('fox', randomUUID())).toEqual({
      code: 1,
      out: '',
      err: 'ALREADY_OWNED: You already own this\n',
    });
    expect((await admin('user', 'show', 'ann')).out).toMatch(/^items +fox$/m);
  });

  test('grants cosmetics but no default, and shows the equipped ones', async () => {
    expect(await grantItem('lotus', randomUUID())).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Lotus /),
    });
    expect(await grantItem('default', 'r')).toMatchObject({
      code: 1,
      err: 'ALREADY_OWNED: You already own this\n',
    });
    const cosmetics = async () =>
      /^piece style +(\S+)\nframe +(\S+)$/m.exec((await admin('user', 'show', 'ann')).out)?.slice(1);
    expect(await cosmetics()).toEqual(['default', 'none']);
    const lotus = { userId: ann, kind: ItemKind.PIECE_STYLE, itemId: 'lotus' };
    await harness.as('gateway').equipItem(lotus);
    expect(await cosmetics()).toEqual(['lotus', 'none']);
  });

  test('rejects an unknown item and an unknown user', async () => {
    expect(await grantItem('moon', 'r')).toMatchObject({ code: 1, err: 'There is no item "moon".\n' });
    expect(await grantItem('fox', 'r', 'unknown')).toMatchObject({
      code: 1,
      err: 'USER_NOT_FOUND: Player not found\n',
    });
    const { code, err } = await admin('items', 'grant', '--user', 'ann', '--item', 'fox');
    expect([code, err]).toEqual([2, expect.stringContaining('--reference is missing')]);
  });

  test('lists the items of the catalogue', async () => {
    const { code, out } = await admin('items', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^fox +5000000 {2}🦊 Sly Fox$/m);
  });

  test('reports a consistent ledger, line by line', async () => {
    const { code, out } = await admin('ledger', 'check');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(15);
    for (const line of lines.slice(0, 14)) expect(line).toMatch(/^ {7}0 {2}\S/);
    expect(lines[14]).toMatch(/^The ledger is right \(/);
  });

  test('reports the violations of an inconsistent ledger, and fails', async () => {
    await harness.owner.query('ALTER TABLE account DISABLE TRIGGER guard');
    const addCredits = (coins: number) =>
      harness.owner.query(`UPDATE account SET credits = credits + $2 WHERE id = 'u:' || $1`, [ann, coins]);
    await addCredits(7);
    onTestFinished(async () => {
      await addCredits(-7);
      await harness.owner.query('ALTER TABLE account ENABLE TRIGGER guard');
      expect(await harness.violations()).toEqual({});
    });
    const { code, out } = await admin('ledger', 'check');
    expect(code).toBe(1);
    expect(out).toContain('       7  sum of all balances\n');
    expect(out).toContain('       1  accounts whose totals differ from their postings\n');
    expect(out).toContain('The ledger is NOT RIGHT');
  });

  test('shows the account, the balance and the items of a user', async () => {
    const { code, out } = await admin('user', 'show', 'ann');
    expect(code).toBe(0);
    const [coins] = await harness.balancesOf(ann);
    for (const text of [ann, 'Ann', 'ann@example.org (verified)', '2026-01-02T03:04:05.000Z', String(coins)])
      expect(out).toContain(text);
  });

  test('calls a user with a confirmed address a member, and a registration what it is', async () => {
    expect((await admin('user', 'show', 'ann')).out).toMatch(/^kind +member$/m);
    expect((await admin('user', 'show', 'bea')).out).toMatch(/^kind +registration without an account$/m);
  });

  test('prints its usage, and what is wrong with invalid arguments', async () => {
    expect(await admin('--help')).toMatchObject({ code: 0, err: '' });
    const outputs = await Promise.all([
      admin('ledger', 'mend'),
      admin('ledger', 'check', '--hard'),
      admin('coins', 'grant', '--user', 'ann'),
    ]);
    for (const { code } of outputs) expect(code).toBe(2);
    expect(outputs.at(-1)!.err).toContain('--amount is missing');
  });

  test('reports an unavailable service and an unknown token in one line', async () => {
    const right = env;
    env = { ...env, ECONOMY_ADDR: 'ipv4:127.0.0.1:1' };
    expect(await runAdminTool(['ledger', 'check'], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^SERVICE_UNAV.*\n$/),
    });
    env = { ...right, RPC_TOKEN: 'an unknown token' };
    expect(await admin('ledger', 'check')).toMatchObject({ code: 1, err: 'UNAUTHORIZED: Unauthorized\n' });
    env = right;
  });
});

import { toUserId, type UserId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import { runAdminTool } from '@fifteen/testkit';
import { UNREACHABLE } from '@fifteen/testkit/services';
import { expect, test } from 'vitest';
import { weekName, startOf, weekOf } from '../src/domain/week.ts';
import { writeAccount } from './fixtures.ts';
import { testHarness } from './harness.ts';

/** Timeout in milliseconds: each run of the tool starts a process. */
const TIMEOUT_MS = 90_000;

const harness = testHarness();

const admin = (args: string[], env: Record<string, string> = {}) =>
  runAdminTool(args, { ...harness.adminEnv, ...env });

test(
  'the admin tool closes weeks and prints what a week waits for',
  async () => {
    const week = weekOf(new Date(Date.now() - 14 * 86_400_000));
    const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
    await harness.finishGame({ x: ann, o: bob, at: startOf(week) });
    await harness.waitForEvents();
    const replica = await harness.startReplica({ ECONOMY_ADDR: UNREACHABLE });
    const waiting = await admin(['weeks', 'close'], { LEADERBOARD_ADDR: replica.address });
    expect(waiting).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${weekName(week)}  a response of economy`) as string,
    });
    await replica.stop();
    const done = await admin(['weeks', 'close']);
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${weekName(week)}  closed and paid`) as string,
    });
    expect(await admin(['weeks', 'close'])).toEqual({
      ...{ code: 0, out: 'Every week that is over is closed.\n', err: '' },
    });
  },
  TIMEOUT_MS,
);

test(
  'a replay by the admin tool changes nothing',
  async () => {
    const before = await harness.readTables();
    expect(await admin(['events', 'replay', '--service', 'game'])).toEqual({
      ...{ code: 0, out: '1 events of game were published again.\n', err: '' },
    });
    expect((await admin(['events', 'replay', '--service', 'identity'])).out).toMatch(/^2 events of identity/);
    // New events of both services: once they are applied, the replayed ones before them have arrived, too.
    const x = await writeAccount(harness.identity);
    await harness.finishGame({ x, o: toUserId('player_1'), condition: 'expired', plies: 1 });
    await harness.waitForEvents();
    expect(await harness.readTables()).toEqual(before);
    expect((await admin(['events', 'replay', '--service', 'room'])).code).toBe(2);
    expect((await admin(['events', 'replay'])).code).toBe(2);
    const withoutAddress = await admin(['weeks', 'close'], { LEADERBOARD_ADDR: '' });
    expect(withoutAddress).toMatchObject({
      code: 1,
      err: expect.stringContaining('Set LEADERBOARD_ADDR') as string,
    });
  },
  TIMEOUT_MS,
);

test('only operators close weeks, and only the gateway reads records', async () => {
  const isForbidden = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => isAppError(error, 'FORBIDDEN'),
    );
  expect(await isForbidden(harness.leaderboard.closeWeeks({}))).toBe(true);
  expect(await isForbidden(harness.admin.getRecords({ userIds: [] }))).toBe(true);
});

import { toUserId, type UserId } from '@fifteen/domain';
import { createLog, isAppError, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { scaled, testDatabase, type TestDatabase } from '@fifteen/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Codes, type Purpose } from '../src/domain/codes.ts';
import { parseEmail } from '../src/domain/email.ts';
import { checkCode, consumeFlow } from '../src/db/code-attempts.ts';
import { issueCode } from '../src/db/code-flows.ts';
import { authenticateToken, createSession, endAllSessions, endSession } from '../src/db/sessions.ts';

/** Runs of each model. */
const RUNS = scaled(60);
const TIMEOUT = 60_000 + RUNS * 5_000;
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let database: TestDatabase;
let owner: Database;
let replicas: Database[];
beforeAll(async () => {
  database = await testDatabase('identity');
  const open = (url: string): Database => openDatabase({ service: 'test', url, pool: 5 }, { log, lifecycle });
  replicas = [open(database.url), open(database.url)];
  owner = open(database.ownerUrl);
});
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
});

const codes = new Codes('a key of more than thirty-two characters');
const USERS = ['ann', 'bob', undefined] as const;
const MINUTE = 60;

/** A code flow in the model. */
interface Flow {
  readonly id: string;
  readonly userIndex: number;
  readonly purpose: Purpose;
  readonly until: number;
  tries: number;
  addressTries: number;
  over: boolean;
  /** Another code of the same browser has replaced it. */
  replaced: boolean;
}

type Command =
  | { do: 'issue'; userIndex: number; purpose: Purpose; browserFlow: number }
  | {
      do: 'enter';
      flow: number;
      by: 'cookie' | 'address';
      as: Purpose;
      digits: 'own' | 'other' | 'wrong';
      parallel: number;
    }
  | { do: 'wait'; minutes: number };

// One user is drawn more often than the others, to reach the limit of a day.
const userIndex = fc.constantFrom(0, 0, 0, 0, 1, 2);
const purpose = fc.constantFrom<Purpose>('verify', 'reset');
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('issue' as const),
      userIndex,
      purpose,
      browserFlow: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      flow: fc.nat({ max: 5 }),
      by: fc.constantFrom('cookie' as const, 'address' as const),
      as: purpose,
      digits: fc.constantFrom('own' as const, 'other' as const, 'wrong' as const),
      parallel: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      // A code outlives a short wait; a long one ends the limit of the hour.
      minutes: fc.oneof(fc.integer({ min: 1, max: 15 }), {
        weight: 3,
        arbitrary: fc.integer({ min: 30, max: 120 }),
      }),
    }),
  },
);

/** How often the walks of both models reached what their titles name. */
const reached = {
  ...{ consumed: 0, fiveTries: 0, limitedByHour: 0, limitedByDay: 0 },
  ...{ ended: 0, replaced: 0, idle: 0 },
};

/** The expected state, without SQL. */
class Model {
  now = 0;
  readonly flows: Flow[] = [];
  readonly sends: number[][] = USERS.map(() => []);
  readonly run = Math.random().toString(36).slice(2);

  email(userIndex: number) {
    return parseEmail(`${USERS[userIndex] ?? 'unknown'}-${this.run}@example.org`);
  }
  owner(userIndex: number): UserId | undefined {
    return USERS[userIndex] && toUserId(`${USERS[userIndex]}-${this.run}`);
  }
  live(flow: Flow, by: 'cookie' | 'address' = 'cookie'): boolean {
    return !flow.over && (by === 'cookie' ? flow.tries : flow.addressTries) < 5 && flow.until > this.now;
  }
}

async function issue(
  model: Model,
  { userIndex, purpose, browserFlow }: Command & { do: 'issue' },
): Promise<void> {
  const [email, accountId] = [model.email(userIndex), model.owner(userIndex)];
  const sends = model.sends[userIndex]!;
  const within = (minutes: number): number => sends.filter((at) => at > model.now - minutes * MINUTE).length;
  const [isHourOver, isDayOver] = [within(60) >= 3, within(24 * 60) >= 10];
  const allowed = !isHourOver && !isDayOver;
  if (isHourOver) reached.limitedByHour += 1;
  if (isDayOver && !isHourOver) reached.limitedByDay += 1;
  const cookie = model.flows.at(-1 - browserFlow);
  const isOwn = cookie?.userIndex === userIndex && cookie.purpose === purpose && !cookie.replaced;
  const db = replicas[model.flows.length % 2]!;
  const result = await db.tx((sql) =>
    issueCode(sql, codes, { purpose, email, accountId, locale: 'en', carriedFlowId: cookie?.id }),
  );
  expect(result.waitSeconds === 0).toBe(allowed);
  if (!allowed) {
    // The usable code stays with the browser that carries its flow, and with no other.
    if (isOwn && model.live(cookie)) expect(result.flowId).toBe(cookie.id);
    else expect(model.flows.map(({ id }) => id)).not.toContain(result.flowId);
    return;
  }
  if (isOwn) cookie.over = cookie.replaced = true;
  sends.push(model.now);
  model.flows.push({
    id: result.flowId,
    userIndex,
    purpose,
    until: model.now + 10 * MINUTE,
    tries: 0,
    addressTries: 0,
    over: false,
    replaced: false,
  });
}

async function enter(model: Model, command: Command & { do: 'enter' }): Promise<void> {
  const { by, as, digits, parallel } = command;
  const aim = model.flows.at(-1 - command.flow);
  if (!aim) return;
  const other = model.flows.find((flow) => flow.id !== aim.id) ?? aim;
  const own = codes.digits(aim.purpose, aim.id);
  const code = {
    own,
    other: codes.digits(other.purpose, other.id),
    wrong: String((Number(own) + 1) % 1e6).padStart(6, '0'),
  }[digits];
  const compared = model.flows.filter(
    (flow) =>
      (by === 'cookie' ? flow.id === aim.id : flow.userIndex === aim.userIndex) &&
      flow.purpose === as &&
      model.live(flow, by),
  );
  const opened = compared.find(({ id }) => code === codes.digits(as, id));
  const opens = opened && USERS[opened.userIndex] !== undefined ? opened : undefined;
  const attempt = {
    ...{ purpose: as, code, idempotencyKey: '' },
    flow: by === 'cookie' ? codes.flowCookie(aim.id) : '',
    email: by === 'address' ? model.email(aim.userIndex).address : '',
  };
  const use = async (db: Database): Promise<string | undefined> => {
    const flow = await checkCode(db, codes, attempt);
    await db.tx((sql) => consumeFlow(sql, flow, ''));
    return flow.id;
  };
  const outcomes = await Promise.all(
    Array.from({ length: parallel }, (_, i) =>
      use(replicas[i % 2]!).catch((error: unknown) => {
        if (!isAppError(error, 'INVALID_CODE')) throw error;
        return undefined;
      }),
    ),
  );
  expect(outcomes.filter(Boolean)).toEqual(opens ? [opens.id] : []);
  const counter = by === 'cookie' ? 'tries' : 'addressTries';
  for (const flow of compared) flow[counter] = Math.min(5, flow[counter] + parallel);
  if (compared.some((flow) => flow[counter] === 5)) reached.fiveTries += 1;
  if (!opens) return;
  reached.consumed += 1;
  // A consumed code ends the others of the account.
  for (const flow of model.flows)
    if (flow.userIndex === opens.userIndex && flow.purpose === as) flow.over = true;
}

async function wait(model: Model, seconds: number): Promise<void> {
  model.now += seconds;
  await owner.query(`UPDATE code_flow SET expires_at = expires_at - make_interval(secs => $1)`, [seconds]);
  await owner.query(`UPDATE mail SET created_at = created_at - make_interval(secs => $1)`, [seconds]);
}

test(
  'codes: at most five comparisons, consumed once, bound to flow and purpose, three sends an hour, ten a day',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 20, maxLength: 100, size: 'max' }),
        async (commands) => {
          await owner.query(`DELETE FROM code_flow`);
          await owner.query(`DELETE FROM mail`);
          const model = new Model();
          for (const next of commands) {
            if (next.do === 'issue') await issue(model, next);
            if (next.do === 'enter') await enter(model, next);
            if (next.do === 'wait') await wait(model, next.minutes * MINUTE);
            const { rows } = await owner.query<{ most: number }>(
              `SELECT greatest(max(tries), max(address_tries))::int AS most FROM code_flow`,
            );
            expect(rows[0]?.most ?? 0).toBeLessThanOrEqual(5);
          }
        },
      ),
      { numRuns: RUNS },
    );
    for (const state of ['consumed', 'fiveTries', 'limitedByHour', 'limitedByDay'] as const)
      expect(reached[state], state).toBeGreaterThan(0);
  },
  TIMEOUT,
);

test(
  'sessions: a token is valid until its session is ended, replaced by the eleventh or idle; no other token is',
  async () => {
    const step = fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({ do: fc.constant('open' as const), userIndex: fc.nat({ max: 1 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('end' as const), token: fc.nat({ max: 24 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('endAll' as const), userIndex: fc.nat({ max: 1 }) }),
      },
      {
        weight: 6,
        arbitrary: fc.record({ do: fc.constant('use' as const), token: fc.nat({ max: 24 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('wait' as const),
          hours: fc.integer({ min: 24, max: 1_200 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80, size: 'max' }), async (steps) => {
        const run = Math.random().toString(36).slice(2);
        const accounts = await Promise.all(
          [0, 1].map(async (i) => {
            const id = toUserId(`${run}-${i}`);
            await owner.query(
              `INSERT INTO account (id, username, display_name, locale) VALUES ($1, $1, $1, 'en')`,
              [id],
            );
            return {
              id,
              username: id,
              display_name: id,
              email: null,
              guest: true,
              verified: false,
              created_at: new Date(),
              ...{ picture: null, verified_at: null, reset_at: null, banned_at: null },
            };
          }),
        );
        let now = 0;
        const open: { token: string; userIndex: number; idleUntil: number; until: number }[] = [];
        const closed: string[] = [];
        const close = (
          reason: 'ended' | 'replaced' | 'idle',
          which: (session: (typeof open)[number]) => boolean,
        ): void => {
          for (const session of open.filter(which)) {
            reached[reason] += 1;
            closed.push(session.token);
            open.splice(open.indexOf(session), 1);
          }
        };
        const isValid = (token: string, i: number): Promise<boolean> =>
          authenticateToken(replicas[i % 2]!, token).then(
            () => true,
            () => false,
          );
        for (const [i, next] of steps.entries()) {
          const db = replicas[i % 2]!;
          if (next.do === 'open') {
            const { issued } = await db.tx((sql) => createSession(sql, accounts[next.userIndex]!));
            open.push({
              token: issued.token,
              userIndex: next.userIndex,
              idleUntil: now + 90 * 24,
              until: now + 400 * 24,
            });
            const own = open.filter((session) => session.userIndex === next.userIndex);
            if (own.length > 10) close('replaced', (session) => session === own[0]);
          }
          if (next.do === 'end') {
            const token = [...open.map((session) => session.token), ...closed][next.token];
            if (token) await db.tx((sql) => endSession(sql, token));
            close('ended', (session) => session.token === token);
          }
          if (next.do === 'endAll') {
            await db.tx((sql) => endAllSessions(sql, accounts[next.userIndex]!.id));
            close('ended', (session) => session.userIndex === next.userIndex);
          }
          if (next.do === 'wait') {
            now += next.hours;
            await owner.query(
              `UPDATE session SET seen_at = seen_at - make_interval(hours => $1),
               expires_at = expires_at - make_interval(hours => $1), ends_at = ends_at - make_interval(hours => $1)`,
              [next.hours],
            );
            // The hour in which both ends coincide belongs to the past.
            await owner.query(`DELETE FROM session WHERE expires_at <= now()`);
            close('idle', (session) => session.idleUntil <= now || session.until <= now);
          }
          if (next.do === 'use') {
            const session = open[next.token];
            if (session) {
              expect(await isValid(session.token, i)).toBe(true);
              session.idleUntil = Math.min(now + 90 * 24, session.until);
            }
          }
          for (const token of closed.slice(-3)) expect(await isValid(token, i)).toBe(false);
        }
      }),
      { numRuns: RUNS },
    );
    for (const state of ['ended', 'replaced', 'idle'] as const)
      expect(reached[state], state).toBeGreaterThan(0);
  },
  TIMEOUT,
);

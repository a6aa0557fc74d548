import type { Seed } from './seed.ts';

const source = (name: string): string => `services/identity/src/${name}.ts`;

const attempts = source('db/code-attempts');
const sessions = source('db/sessions');

export const identity: readonly Seed[] = [
  {
    file: attempts,
    text: `
    \`UPDATE code_flow SET \${counter} = \${counter} + 1
     WHERE \${column} = $1 AND purpose = $2 AND expires_at > now() AND \${counter} < $3
       AND (consumed_at IS NULL OR consumed_by = $4 AND consumed_by <> '')
     RETURNING id,`,
    mutant: `
    \`WITH counted AS (UPDATE code_flow SET \${counter} = \${counter} + 1 WHERE \${column} = $1 AND purpose = $2)
     SELECT id, purpose, email_key AS "emailKey", account_id AS "accountId", consumed_at IS NOT NULL AS "isConsumed"
     FROM code_flow WHERE \${column} = $1 AND purpose = $2 AND expires_at > now() AND \${counter} < $3
       AND (consumed_at IS NULL OR consumed_by = $4 AND consumed_by <> '') -- \`,
    [value, purpose, MAX_ATTEMPTS, idempotencyKey],
  );
  return rows;
  await db.query<FlowRow>(
    \` RETURNING id,`,
    breaks: 'an attempt at a code is counted before the comparison',
    test: 'codes',
  },
  {
    file: attempts,
    text: `const carriedFlowId = codes.parseFlowCookie(attempt.flow);`,
    mutant: `const { rows: open } = await db.query<{ id: string }>('SELECT id FROM code_flow WHERE expires_at > now()');
  const carriedFlowId =
    codes.parseFlowCookie(attempt.flow) ??
    open.find(({ id }) => codes.matches(attempt.purpose, id, attempt.code))?.id;`,
    breaks: 'a code is compared with that of one flow only',
    test: 'codes',
  },
  {
    file: source('domain/codes'),
    text: `FLOW_ID.test(flowId) && isEqual(this.flowCookie(flowId), cookie)`,
    mutant: `FLOW_ID.test(flowId)`,
    breaks: 'a flow cookie without its signature is none',
    test: 'codes',
  },
  {
    file: attempts,
    text: `return (rowCount ?? 0) < 2;`,
    mutant: `return (rowCount ?? 0) > 0;`,
    breaks: 'by an address alone, no code confirms one of several registrations',
    test: 'abuse-protection',
  },
  {
    file: sessions,
    text: `AND session.expires_at > now() AND account`,
    mutant: `AND account`,
    breaks: 'an expired session is none',
    test: 'sessions',
  },
  {
    file: source('db/credentials'),
    text: `return endAllSessions(sql, accountId);`,
    mutant: `return [];`,
    breaks: 'a password reset ends all sessions',
    test: 'codes',
  },
  {
    file: sessions,
    text: ` AND password_hash = coalesce($2, password_hash) FOR UPDATE`,
    mutant: ` AND coalesce($2, '') IS NOT NULL FOR UPDATE`,
    breaks: 'a login with the password before a reset creates no session after it',
    test: 'codes',
  },
  {
    file: source('db/login-throttle'),
    text: `const tries = await countLoginAttempt(db, key);
  const isCorrect = await compare().catch(async (error: unknown) => {
    if (isAppError(error, 'SERVICE_UNAVAILABLE'))
      await db.query(
        \`UPDATE login_guard SET tries = tries - 1, open_at = '-infinity' WHERE key = $1 AND tries = $2\`,
        [key, tries],
      );
    throw error;
  });`,
    mutant: `const isCorrect = await compare();
  if (!isCorrect) await countLoginAttempt(db, key);`,
    breaks: 'a login is counted before its password is compared',
    test: 'abuse-protection',
  },
  {
    file: source('rpc/login'),
    text: `await rateLimits.consume('login', origin.ip);`,
    mutant: ``,
    breaks: 'an address has a limit of logins',
    test: 'abuse-protection',
  },
];

import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { span } from '../src/trace.ts';

/** Returns the line that the log has of such fields. */
function logged(fields: object): Record<string, unknown> {
  let line = '';
  createLog('test', 'info', { write: (text) => void (line = text) }).info(fields, 'said');
  return JSON.parse(line) as Record<string, unknown>;
}

test('a line is JSON with its time in UTC, its level, its service and its trace', async () => {
  expect(await span('work', 'internal', async () => logged({ gameId: 'g' }))).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'info',
    service: 'test',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    gameId: 'g',
    msg: 'said',
  });
});

test('the first three levels of a record are written without secrets', () => {
  const secret = { password: 'a', token: 'b', email: 'c@d.e', code: '123456' };
  const redacted = { password: '…', token: '…', email: '…', code: '…' };
  expect(logged({ ...secret, body: secret, request: { body: secret } })).toMatchObject({
    ...redacted,
    body: redacted,
    request: { body: redacted },
  });
});

test('the code of an error is written', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(logged({ code: 'NOT_FOUND', err: error, error: { code: 14 } })).toMatchObject({
    code: 'NOT_FOUND',
    err: { code: '23505' },
    error: { code: 14 },
  });
});

test('an error of Postgres is written without the row that it is about', () => {
  const error = Object.assign(new pg.DatabaseError('null value in column "name"', 1, 'error'), {
    ...{ code: '23502', table: 'account', column: 'name' },
    detail: 'Failing row contains (7, ann@example.com, $argon2id$hash).',
    where: 'PL/pgSQL function f(text) with ann@example.com',
  });
  const line = logged({ err: error });
  expect(line).toMatchObject({ err: { code: '23502', table: 'account', column: 'name' } });
  expect(JSON.stringify(line)).not.toMatch(/ann@example|argon2id/);
});

test('an error of a URL that cannot be parsed is written without the URL', () => {
  const parse = () => new URL('redis://:secret/=@cache:6379');
  expect(parse).toThrow('Invalid URL');
  try {
    parse();
  } catch (error) {
    const line = logged({ err: error });
    expect(line).toMatchObject({ err: { code: 'ERR_INVALID_URL' } });
    expect(JSON.stringify(line)).not.toContain('secret');
  }
});

import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';

/** What is written of that. */
function written(fields: object): Record<string, unknown> {
  let line = '';
  createLog('test', 'info', { write: (text) => void (line = text) }).info(fields, 'said');
  return JSON.parse(line) as Record<string, unknown>;
}

test('secrets are not written, however deep they stand', () => {
  const secret = { password: 'a', token: 'b', email: 'c@d.e', code: '123456' };
  const hidden = { password: '…', token: '…', email: '…', code: '…' };
  expect(written({ ...secret, body: secret, request: { body: secret } })).toMatchObject({
    ...hidden,
    body: hidden,
    request: { body: hidden },
  });
});

test('the code of an error is written', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(written({ code: 'NOT_FOUND', err: error, error: { code: 14 } })).toMatchObject({
    code: 'NOT_FOUND',
    err: { code: '23505' },
    error: { code: 14 },
  });
});

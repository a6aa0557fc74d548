import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError, parseRequest } from '../src/index.ts';

const id = z.string().regex(/^\w+$/, 'must be an id').toLowerCase();
const schema = z.object({ stakes: z.array(z.object({ gameId: id })) });

test('a valid request has the types and values of its schema', () => {
  expect(parseRequest(schema, { stakes: [{ gameId: 'A' }] })).toEqual({ stakes: [{ gameId: 'a' }] });
});

test.each([
  [
    'with the field and the reason',
    schema,
    { stakes: [{ gameId: 'a' }, { gameId: 'a:b' }] },
    'stakes.1.gameId: must be an id',
  ],
  ['without a field with the reason alone', id, 'a:b', 'must be an id'],
])('an invalid request is rejected %s', (_, of, request, reason) => {
  expect(() => parseRequest(of, request)).toThrow(new AppError('INVALID', { reason }));
});

import { expect, test } from 'vitest';
import { parseCallers, tokenHash } from '../src/rpc/auth.ts';

test('a caller is known by its old token and by its new one while they are exchanged, then by the new one only', () => {
  const during = parseCallers(`game=${tokenHash('old')},room=${tokenHash('other')},game=${tokenHash('new')}`);
  expect(['old', 'new', 'other', 'none'].map(during)).toEqual(['game', 'game', 'room', undefined]);
  const after = parseCallers(`game=${tokenHash('new')},room=${tokenHash('other')}`);
  expect(['old', 'new'].map(after)).toEqual([undefined, 'game']);
});

test('blanks around callers are no part of their names', () => {
  const identify = parseCallers(` game=${tokenHash('old')}, game=${tokenHash('new')} , `);
  expect(['old', 'new'].map(identify)).toEqual(['game', 'game']);
});

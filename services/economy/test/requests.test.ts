import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyGameId, ownerId, singleLineText, weekFields } from '../src/domain/requests.ts';

test.each([
  ['an id of 64 characters', anyGameId, 'a'.repeat(64), true],
  ['an id of 65 characters', anyGameId, 'a'.repeat(65), false],
  ['an empty id', anyGameId, '', false],
  ['an id with a line after it', anyGameId, 'a\n', false],
  ['an owner whose id begins like a bot’s', ownerId, 'aim', true],
  ['the bot', ownerId, 'ai', false],
  ['a numbered bot', ownerId, 'player_7', false],
  ['a line of the largest length', singleLineText(3), 'äöü', true],
  ['a line that is too long', singleLineText(3), 'four', false],
  ['a line with a control character', singleLineText(3), 'a\u0000', false],
  ['the first week', z.object(weekFields), { year: 2020, week: 1 }, true],
  ['week 54', z.object(weekFields), { year: 2020, week: 54 }, false],
])('%s', (_, schema, value, isValid) => {
  expect(schema.safeParse(value).success).toBe(isValid);
});

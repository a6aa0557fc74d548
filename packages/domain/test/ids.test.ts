import { expect, expectTypeOf, test } from 'vitest';
import { isBot, toGameId, toRoomId, toUserId, type GameId, type RoomId, type UserId } from '../src/index.ts';

test('an id of one kind is no id of another kind', () => {
  expectTypeOf<GameId>().not.toExtend<UserId>();
  expectTypeOf<RoomId>().not.toExtend<UserId>();
  expectTypeOf<UserId>().not.toExtend<GameId>();
  expectTypeOf<UserId>().not.toExtend<RoomId>();
  expectTypeOf<RoomId>().not.toExtend<GameId>();
  expectTypeOf<string>().not.toExtend<UserId>();
  const greet = (userId: UserId): string => userId;
  // @ts-expect-error a game's id where a user's is asked
  greet(toGameId('a-game'));
  // @ts-expect-error a string of unknown origin
  greet('a-string');
});

test('an id is a string without any mark of its kind', () => {
  expectTypeOf<UserId>().toExtend<string>();
  expect([toUserId('ann'), toGameId('g'), toRoomId('r')]).toEqual(['ann', 'g', 'r']);
});

test('ids of computer players begin with their prefix', () => {
  expect(isBot(toUserId('player_7'))).toBe(true);
  expect(isBot(toUserId('ann'))).toBe(false);
});

import { expect, expectTypeOf, test } from 'vitest';
import type { GameId, RoomId, UserId } from '@fifteen/domain';
import type { CreateGameRequest, GameState, MoveRequest } from '@fifteen/proto/game';
import { brandIds } from '../scripts/proto/brand-ids.ts';

test('messages carry the ids of users, games and rooms with their brands', () => {
  expectTypeOf<GameState['id']>().toEqualTypeOf<GameId>();
  expectTypeOf<GameState['roomId']>().toEqualTypeOf<RoomId>();
  expectTypeOf<MoveRequest['userId']>().toEqualTypeOf<UserId>();
  expectTypeOf<CreateGameRequest['playerIds']>().toEqualTypeOf<UserId[]>();
});

test('a reader has to look at an id that a message may lack', () => {
  expectTypeOf<GameState['abandonedBy']>().toEqualTypeOf<UserId | ''>();
  expectTypeOf<CreateGameRequest['xPlayerId']>().toEqualTypeOf<UserId | ''>();
});

test('a new field of ids needs a decision about its type', () => {
  expect(() => brandIds('export interface Trade {\n  sellerId: string;\n}')).toThrow('Trade.sellerId');
});

import { GameState, Status } from '@fifteen/proto/game';
import { expect, test } from 'vitest';
import { isOver } from '../src/domain/rounds.ts';

test.each([
  [Status.FUNDING, false],
  [Status.ACTIVE, false],
  [Status.CANCELLED, false],
  [Status.FINISHED, true],
  [Status.ABANDONED, true],
])('whether a game with the status %i was played and has ended: %s', (status, ended) => {
  expect(isOver(GameState.fromPartial({ status }))).toBe(ended);
});

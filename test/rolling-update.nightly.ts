import { Operator } from '@fifteen/testkit/operator';
import { serviceNames } from '@fifteen/topology';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Guest } from '../scripts/drill/guest.ts';

const GAMES = 4;
const BET = 5_000;
const BANKROLL = 100 * BET;

let stack: Stack;
let operator: Operator;
beforeAll(async () => {
  stack = await startStack({ replicas: 2 });
  operator = new Operator(stack);
}, 120_000);
afterAll(async () => {
  await operator.stop();
  await stack.stop();
});

test('a rolling update of all services during games for coins loses no game, no move and no coin, and rejects no move', async () => {
  const guests = await Promise.all(
    Array.from({ length: 2 * GAMES }, (_, i) =>
      Guest.enter(stack.urls[i % 2] ?? '', BET, (player) => operator.grantCoins(player.user.id, BANKROLL)),
    ),
  );
  const over = new AbortController();
  const playing = Promise.all(guests.map((guest) => guest.play(over.signal)));
  await sleep(1_000);
  // All services at once, as an upgrade of the whole product does; of each, one process after the other.
  await Promise.all(serviceNames.map(replace)).finally(() => over.abort());
  await playing;

  expect((await Promise.all(guests.map((guest) => guest.faults()))).flat()).toEqual([]);
  expect(await operator.violations()).toEqual({});
  expect(guests.flatMap(moveErrors)).toEqual([]);
  expect(guests.every((guest) => guest.games > 0)).toBe(true);
}, 240_000);

/** Moves that were not taken at once wait for the process that takes them. */
const moveErrors = ({ player }: Guest): string[] =>
  player.received.flatMap((message) => (message.type === 'move_error' ? [message.code] : []));

async function replace(name: (typeof serviceNames)[number]): Promise<void> {
  for (const replica of stack.service(name)) {
    await replica.stop();
    await replica.start();
  }
}

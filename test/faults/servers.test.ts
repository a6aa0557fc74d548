import { pairByQuickMatch } from '@fifteen/testkit/player';
import type { Stack } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BET, LIMIT_MS, playToTheEnd, processIds, THINK_MS, useProduct } from './scenario.ts';

const runScenario = useProduct();

describe('a server of the services fails in the middle of a game for coins', () => {
  test.each([
    ['Redis loses its data', async ({ servers }: Stack) => servers.redis.wipe()],
    ['the broker restarts with its data lost', async ({ servers }: Stack) => servers.nats.wipe()],
    [
      'the database is killed',
      async ({ servers }: Stack) => {
        await servers.postgres.kill();
        await servers.postgres.restart();
      },
    ],
  ])(
    '%s',
    async (_, injectFault) => {
      await runScenario(async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const before = processIds(scenario.stack);
        const playing = playToTheEnd(scenario, x, o, game.id);
        await sleep(THINK_MS);
        await injectFault(scenario.stack);
        await playing;
        expect(processIds(scenario.stack)).toEqual(before);
      });
    },
    LIMIT_MS,
  );
});

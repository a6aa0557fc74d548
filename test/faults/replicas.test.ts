import { pairByQuickMatch } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { BET, LIMIT_MS, playToTheEnd, useProduct } from './scenario.ts';

const runScenario = useProduct({ replicas: 2 });

test(
  'a rolling restart of both gateways in the middle of a game for coins loses no move and no coin',
  async () => {
    await runScenario(async (scenario) => {
      const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
      const playing = playToTheEnd(scenario, x, o, game.id);
      for (const gateway of scenario.stack.service('gateway')) {
        await gateway.stop();
        await gateway.start();
      }
      await playing;
    });
  },
  LIMIT_MS,
);

describe('both replicas of a service are killed in the middle of a game for coins', () => {
  test(
    'gateway, with live sockets',
    async () => {
      await runScenario(async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const playing = playToTheEnd(scenario, x, o, game.id);
        await sleep(100);
        for (const gateway of scenario.stack.service('gateway')) await gateway.kill();
        for (const gateway of scenario.stack.service('gateway')) await gateway.restart();
        await playing;
      });
    },
    LIMIT_MS,
  );

  test.each(['identity', 'economy', 'game', 'room', 'matchmaking'] as const)(
    '%s, one after the other, while it is played',
    async (service) => {
      await runScenario(async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const playing = playToTheEnd(scenario, x, o, game.id);
        for (const replica of scenario.stack.service(service)) {
          await replica.kill();
          await sleep(300);
          await replica.restart();
        }
        await playing;
      });
    },
    LIMIT_MS,
  );
});

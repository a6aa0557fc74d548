import { GameServiceDefinition } from '@fifteen/proto/game';
import { startHeartbeat } from '../../services/gateway/src/game/heartbeat.ts';
import { clock } from './clock.ts';
import { createLog } from './log.ts';
import { Process } from './process.ts';
import { ProcessLifecycle } from './services.ts';
import type { World } from './world.ts';

const GATEWAYS = 2;
/** How often no other player is connected after those of a run have left. */
const DESERTED_RATE = 0.25;

/**
 * Starts the heartbeats of the gateways. They report players while the ingress reaches the gateways; after `until`, when
 * the players of the run have left, only those of other games, in some runs none.
 */
export function startGateways(world: World, until: number): void {
  const isDeserted = world.noise.next() < DESERTED_RATE;
  const connections = {
    get userIds(): string[] {
      const isEmpty = isDeserted && clock.elapsed >= until;
      return isEmpty || !world.network.isConnected('player', 'gateway') ? [] : ['player'];
    },
  };
  for (let replica = 1; replica <= GATEWAYS; replica += 1) {
    const process = new Process('gateway', replica);
    const log = createLog(process, world);
    const game = { calls: world.network.connect(process, 'game', GameServiceDefinition) };
    const sockets = { isTurningAway: false };
    const reconnectionProbe = { isUnavailable: false };
    const deps = { connections, clients: { game }, sockets, reconnectionProbe };
    Process.outside(() =>
      process.run(() =>
        startHeartbeat(deps as unknown as Parameters<typeof startHeartbeat>[0], {
          log,
          lifecycle: new ProcessLifecycle(log, world),
        }),
      ),
    );
  }
}
